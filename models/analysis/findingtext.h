// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "measuretext.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

// Words and numbers of findings' sentences; they are read in JSON and in windows alike.

/// "1.30".
std::string factorText(double factor);
/// "6,535".
std::string countText(double count);
/// "rank 6", "ranks 4 and 5", "ranks 0, 1, 2 and 13 more".
std::string listText(std::string_view one, std::string_view many, std::span<const int> numbers);

/// Sorts as Findings says, keeps the best of each id and no more than `top`, and writes the verdict; `nothing` says
/// what was looked at in vain.
void arrange(Findings& findings, size_t top, std::string_view nothing);

} // namespace bubblescope
