// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

// ASCII letters and digits: independent of the locale, for any bytes in a file.

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr char toLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr bool isLetter(char c) { return toLower(c) >= 'a' && toLower(c) <= 'z'; }

constexpr bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

} // namespace bubblescope
