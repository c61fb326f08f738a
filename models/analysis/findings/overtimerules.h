// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"
#include "rankexcess.h"
#include "steptable.h"

#include <set>

namespace bubblescope {

/// What changes, or comes and goes, over the steps of a run: drift, shifts, blips, stalls, slow hosts, ranks that are
/// slow in turn. First it is found and priced, for rules that would report the same in another way.
void findChanges(FindingContext& context);
void addOverTime(FindingContext& context);
/// Of the ranks that addOverTime() will report as slow in some steps.
RankExcess excessOfChargedRanks(FindingContext& context);
/// The same of a table of steps, each of which stands for as many of the job.
void addOverTimeOf(Findings& findings, const StepTable& table, int64_t stepsOfEach = 1);
/// Numbers of ranks on slow hosts that cost something: reported as such, they are not reported once more as ranks.
std::set<int32_t> ranksOfSlowHosts(const FindingContext& context);

} // namespace bubblescope
