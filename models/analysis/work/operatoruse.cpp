// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatoruse.h"

#include "devicesums.h"
#include "operatorsums.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

std::optional<double> ratio(std::optional<double> of, std::optional<double> to)
{
    return of && to && *to > 0 ? std::optional(*of / *to) : std::nullopt;
}

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

} // namespace

std::optional<double> OperatorUse::flopsPerSecond() const { return ratio(flops, deviceNs / 1e9); }

std::optional<double> OperatorUse::bytesPerSecond() const { return ratio(bytes, deviceNs / 1e9); }

std::optional<double> OperatorUse::intensity() const { return ratio(flops, bytes); }

std::vector<std::optional<double>> sharesOfBest(const std::vector<OperatorUse>& operators)
{
    std::map<std::string_view, double> bestFlops; // by types
    double bestBytes = 0;
    for (const OperatorUse& use : operators) {
        double& best = bestFlops[use.dataTypes];
        best = std::max(best, use.flopsPerSecond().value_or(0));
        bestBytes = std::max(bestBytes, use.bytesPerSecond().value_or(0));
    }
    std::vector<std::optional<double>> shares;
    for (const OperatorUse& use : operators) {
        const std::optional<double> ofFlops = ratio(use.flopsPerSecond(), bestFlops[use.dataTypes]);
        const std::optional<double> ofBytes = ratio(use.bytesPerSecond(), bestBytes);
        shares.push_back(
            ofFlops || ofBytes ? std::optional(std::max(ofFlops.value_or(0), ofBytes.value_or(0))) : std::nullopt);
    }
    return shares;
}

std::vector<OperatorUse> operatorsOf(const Trace& trace, int step)
{
    DeviceSums sums(partOfStep(trace, step));
    sums.add(trace, [] { return true; });
    std::vector<OperatorUse> operators = operatorsFrom(sums, trace.strings());
    const bool hasShapes
        = std::any_of(operators.begin(), operators.end(), [](const OperatorUse& use) { return !use.shapes.empty(); });
    return hasShapes ? operators : std::vector<OperatorUse>();
}

std::vector<RankOperator> operatorsByRank(const Trace& trace, int step, const std::function<bool()>& mayContinue)
{
    std::vector<RankOperator> all;
    DeviceSums::addEach(trace, partOfStep(trace, step), mayContinue, [&](const RankInfo& rank, const DeviceSums& sums) {
        for (OperatorUse& use : operatorsFrom(sums, trace.strings()))
            all.push_back({int(rank.rank), std::move(use)});
    });
    return all;
}

} // namespace bubblescope
