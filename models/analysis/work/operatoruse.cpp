// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatoruse.h"

#include "devicesums.h"
#include "operatorwork.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

std::optional<double> OperatorUse::flops() const
{
    const std::optional<double> ofCall = operatorFlops(name, shapes);
    return ofCall ? std::optional(*ofCall * calls) : std::nullopt;
}

std::optional<double> OperatorUse::rate() const
{
    const std::optional<double> all = deviceNs > 0 ? flops() : std::nullopt;
    return all ? std::optional(*all / deviceNs * 1e9) : std::nullopt;
}

namespace {
/// All that was recorded, where that is one step or none.
ComparedPart partOfStep(const Trace& trace, int step)
{
    ComparedPart part;
    if (trace.steps().size() > 1 && size_t(step) < trace.steps().size()) {
        part.by = ComparedPart::By::Step;
        part.step = trace.steps()[size_t(step)].number;
    }
    return part;
}

std::vector<OperatorUse> longestFirst(const DeviceSums& sums, const StringPool& strings)
{
    std::vector<OperatorUse> operators;
    for (const auto& [key, use] : sums.byOperator(strings))
        operators.push_back({key.first, key.second, use.calls, use.ns});
    std::stable_sort(operators.begin(), operators.end(),
        [](const OperatorUse& a, const OperatorUse& b) { return a.deviceNs > b.deviceNs; });
    return operators;
}
} // namespace

std::vector<OperatorUse> operatorsOf(const Trace& trace, int step)
{
    DeviceSums sums(partOfStep(trace, step));
    sums.add(trace, [] { return true; });
    std::vector<OperatorUse> operators = longestFirst(sums, trace.strings());
    const bool hasShapes
        = std::any_of(operators.begin(), operators.end(), [](const OperatorUse& use) { return !use.shapes.empty(); });
    return hasShapes ? operators : std::vector<OperatorUse>();
}

std::vector<RankOperator> operatorsByRank(const Trace& trace, int step)
{
    std::vector<RankOperator> all;
    DeviceSums::addEach(
        trace, partOfStep(trace, step), [] { return true; },
        [&](const RankInfo& rank, const DeviceSums& sums) {
            for (OperatorUse& use : longestFirst(sums, trace.strings()))
                all.push_back({int(rank.rank), std::move(use)});
        });
    return all;
}

} // namespace bubblescope
