// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Numbers as people and files write them. Views point into the text.

/// Removes spaces, tabs and line breaks from both ends.
std::string_view trimmed(std::string_view text);
/// Splits at white space of any kind.
std::vector<std::string_view> splitWords(std::string_view line);
/// A finite decimal number, possibly surrounded by white space; nullopt for "nan", "NaN or Inf", "" and the like.
std::optional<double> parseNumber(std::string_view text);
std::optional<int64_t> parseInteger(std::string_view text);

} // namespace bubblescope
