// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logtimers.h"

#include "median.h"

#include <algorithm>
#include <map>

namespace bubblescope {

std::vector<TimerMedian> medianTimers(const RunLog& log)
{
    std::map<std::string, std::map<int64_t, double>> byName;
    for (const LogTimer& timer : log.timers) {
        double& longest = byName[timer.name].try_emplace(timer.step, 0).first->second;
        longest = std::max(longest, timer.ms);
    }
    const int64_t warmup = log.steps.size() > 1 ? log.steps.front().step : -1;
    std::vector<TimerMedian> medians;
    for (auto& [name, bySteps] : byName) {
        if (bySteps.size() > 1)
            bySteps.erase(warmup);
        std::vector<double> times;
        for (const auto& [step, ms] : bySteps)
            times.push_back(ms);
        if (const double median = medianOf(times); median > 0)
            medians.push_back({name, median});
    }
    std::stable_sort(
        medians.begin(), medians.end(), [](const TimerMedian& a, const TimerMedian& b) { return a.ms > b.ms; });
    return medians;
}

} // namespace bubblescope
