// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <string>
#include <vector>

namespace bubblescope {

/// A line for each file, but only one for more than twenty of a folder whose names differ in their numbers alone: "3000
/// files like logs/part-17.bin".
std::vector<Message> linesOfFiles(const std::vector<std::string>& names);

} // namespace bubblescope
