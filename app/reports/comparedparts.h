// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicesums.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What of two profiler runs is compared, as it is written wherever it can be asked for.
struct ComparedParts {
    ComparedPart a {};
    ComparedPart b {};
};

/// "N", or "N,M" of A and B: numbers of steps. nullopt for anything else.
std::optional<ComparedParts> comparedSteps(std::string_view text);
/// "FROM:TO", or "FROM:TO,FROM:TO" of A and B; see timesIn().
std::optional<ComparedParts> comparedTimes(std::string_view text);
/// Ranges or markers of this name in both.
ComparedParts comparedNamed(ComparedPart::By by, std::string name);

/// "FROM:TO" in ms from a run's start, the smaller first.
std::optional<TimeRange> timesIn(std::string_view text);

} // namespace bubblescope
