// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Timers that a program prints. They nest and overlap, so they do not add up to the step.
struct TimerMedian {
    std::string name;
    double ms = 0; ///< of a step
};

/// Medians over the steps, the first step left out where there are others; of several of one name in a step the
/// longest counts. The longest first, those of no time not at all.
std::vector<TimerMedian> medianTimers(const RunLog& log);

} // namespace bubblescope
