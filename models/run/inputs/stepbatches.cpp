// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepbatches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace bubblescope {

std::vector<int64_t> growingBatches(const RunLog& log)
{
    constexpr double mostSamples = 1e9;
    constexpr double leastRounding = 1e-9; // of a product of two doubles that were made by one division
    std::vector<int64_t> batches;
    if (log.kind != RunLog::Kind::Megatron) // others print rates that are rounded, and whole by chance
        return batches;
    batches.reserve(log.steps.size());
    int64_t last = 0;
    bool doesGrow = false;
    for (const LogStep& step : log.steps) {
        batches.push_back(0);
        if (!step.stepMs || !step.samplesPerSecond)
            continue;
        const double samples = *step.samplesPerSecond * *step.stepMs / 1000;
        const double whole = std::round(samples);
        if (!(whole >= 1) || whole > mostSamples || std::abs(samples - whole) > leastRounding * whole)
            return {};
        batches.back() = int64_t(whole);
        if (batches.back() < last)
            return {};
        doesGrow = doesGrow || (last > 0 && batches.back() > last);
        last = batches.back();
    }
    return doesGrow ? batches : std::vector<int64_t>();
}

int64_t usualBatch(const std::vector<int64_t>& batches)
{
    std::map<int64_t, size_t> counts;
    for (const int64_t batch : batches)
        counts[batch] += batch > 0 ? 1 : 0;
    int64_t usual = 0;
    size_t most = 0;
    for (const auto& [batch, count] : counts) {
        usual = batch > 0 && count >= most ? batch : usual;
        most = std::max(most, count);
    }
    return usual;
}

RunLog withSteps(const RunLog& log, const std::vector<int64_t>& batches, int64_t batch)
{
    RunLog some = log;
    some.steps.clear();
    std::set<int64_t> kept;
    for (size_t i = 0; i < std::min(batches.size(), log.steps.size()); ++i) {
        if (batches[i] != batch)
            continue;
        some.steps.push_back(log.steps[i]);
        kept.insert(log.steps[i].step);
    }
    std::erase_if(some.timers, [&](const LogTimer& timer) { return !kept.contains(timer.step); });
    return some;
}

} // namespace bubblescope
