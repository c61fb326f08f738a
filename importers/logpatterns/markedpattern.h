// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number in a line that somebody has marked, and the name of its group, as in LogPattern.
struct MarkedFigure {
    size_t begin = 0; ///< bytes
    size_t end = 0;
    std::string group;
};

/// The pattern of lines like this one: each figure behind the words that stand before it here, with the unit that
/// follows it; other numbers may be any. Marks that overlap an earlier one, or lie outside, are left out; empty without
/// marks.
std::string markedPattern(std::string_view line, std::vector<MarkedFigure> figures);

} // namespace bubblescope
