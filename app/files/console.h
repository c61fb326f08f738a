// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <cstdio>
#include <string_view>

namespace bubblescope {

/// All that commands say goes through these: names in it cannot command the terminal (see visibletext.h; JSON stays
/// the same JSON). Whether the answer arrived is known at the end, when main() asks standard output.
void print(std::FILE* stream, std::string_view text);
/// To standard error, behind the program's name.
void printError(std::string_view sentence);
void printError(const Error& error);

} // namespace bubblescope
