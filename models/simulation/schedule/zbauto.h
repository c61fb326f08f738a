// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

namespace bubblescope {

/// Limits at which the automatic schedule looks for orders, descending, up to the requested one. They depend on nothing
/// else, so that a greater limit includes all orders of a smaller one.
std::vector<int> automaticLimits(int ranks, int microbatches, int limit);

/// For makeSchedule() only, which has checked the arguments. The best under these costs of: several greedy orders, after
/// the heuristic of Qi et al. 2024, section 3; the handcrafted orders as they are and with weight gradients moved into
/// gaps; and 1F1B. Orders that need less memory than the limit count as well, so that more memory never makes a step
/// longer. Of steps that follow each other the best has the least span of its longest rank, and no greater makespan than
/// 1F1B or ZB-H1.
std::vector<RankProgram> automaticZeroBubblePrograms(const ScheduleRequest& request, const PassCosts& costs);

} // namespace bubblescope
