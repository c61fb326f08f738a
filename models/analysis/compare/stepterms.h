// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "runsummary.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// What is laid side by side of a plan and of the run that was recorded later.
struct PlannedSide {
    const RunSummary& summary; ///< of the step
    double stepNs = 0;
};

/// Which term of a plan was wrong, and by how much: terms of the mean rank, and of the mean rank of each stage that
/// both have, which add up to the two steps, and so their differences to that of the steps. Compute (without the
/// optimizer), exposed communication by group, pipeline bubbles, waiting, the optimizer, idle, host, and what none of
/// them explains. By rank: own compute, of the plan that of the rank's stage, since a plan has one rank for each of
/// them. By stage: forward plus backward of a microbatch. The plan is A.
Comparison comparePlan(const PlannedSide& plan, const PlannedSide& run);

/// "exposed communication" and the like, English: of the key of a term, "tp".
std::string_view stepTermName(std::string_view key);

} // namespace bubblescope
