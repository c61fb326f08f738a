// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

// For makeSchedule() alone: arguments were checked there.
namespace bubblescope {

/// The best of several greedy orders under the request's costs and limit, after the heuristic of Qi et al. 2024,
/// section 3.
std::vector<RankProgram> automaticZeroBubblePrograms(const ScheduleRequest& request);

} // namespace bubblescope
