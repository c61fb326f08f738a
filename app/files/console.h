// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <cstdio>
#include <string_view>

namespace bubblescope {

/// All output of commands goes through these: names in it cannot control the terminal (see visibletext.h; JSON keeps
/// its meaning). Write errors are noticed at the end, when main() checks standard output.
void print(std::FILE* stream, std::string_view text);
/// To standard error, prefixed with the program's name.
void printError(std::string_view sentence);
void printError(const Error& error);

} // namespace bubblescope
