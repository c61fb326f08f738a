// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"
#include "result.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace bubblescope {

/// "+3%", "3 %" as 0.03.
std::optional<double> parseGrowth(std::string_view text);
/// "40%" as 0.4: above 0, and at most 1.
std::optional<double> parseLeastMfu(std::string_view text);
inline constexpr size_t largestRules = 1 << 20; ///< bytes of a file of rules
/// The rules of a file, added to `rules`: {"max": {"step": "+3%"}, "max_findings": {"slow-link": "+1%"},
/// "min_mfu": "40%", "seed": 1}.
std::optional<Error> readGateRules(std::string_view json, GateRules& rules);

} // namespace bubblescope
