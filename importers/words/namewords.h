// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Converts ASCII letters to lower case; everything else stays.
std::string lowered(std::string_view text);
/// Lower-case words and numbers of a name: "F3" is "f", "3"; "forwardStep_mb2" is "forward", "step", "mb", "2".
std::vector<std::string> wordsOfName(std::string_view name);

} // namespace bubblescope
