// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

/// The word that a mistyped one most likely means: at most two typos away, or starting with it. Empty if there is none.
std::string_view closestWord(std::string_view typed, std::span<const std::string_view> words);

} // namespace bubblescope
