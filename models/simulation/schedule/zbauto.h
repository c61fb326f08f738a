// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

// For makeSchedule() only, which has checked the arguments.
namespace bubblescope {

/// The best under the request's costs of: several greedy orders, after the heuristic of Qi et al. 2024, section 3; the
/// handcrafted orders with weight gradients moved into gaps; and 1F1B. Orders that need less memory than the limit
/// count as well, so that more memory never makes a step longer.
std::vector<RankProgram> automaticZeroBubblePrograms(const ScheduleRequest& request);

} // namespace bubblescope
