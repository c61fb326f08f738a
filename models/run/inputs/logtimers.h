// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Timers that a program prints. They nest and overlap, so they do not add up to the step.
struct TimerMedian {
    std::string name;
    double ms = 0; ///< per step

    /// Its share of a step; none of what takes longer, such as an evaluation: that is no part of a step.
    std::optional<double> shareOf(double stepMs) const
    {
        return stepMs > 0 && ms <= stepMs ? std::optional(ms / stepMs) : std::nullopt;
    }
};

/// Medians over the steps, without the first step if there are others. If a name occurs several times in a step, the
/// longest counts. Longest first, without those of zero time.
std::vector<TimerMedian> medianTimers(const RunLog& log);

} // namespace bubblescope
