// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankvalues.h"

#include "median.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace bubblescope {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double metricShare(const TimeParts& parts, RankMetric metric)
{
    switch (metric) {
    case RankMetric::BesidePeers:
    case RankMetric::Busy:
        return parts.share(TimePart::Compute);
    case RankMetric::Bubble:
        return parts.share(TimePart::Bubble);
    case RankMetric::Waiting:
        return parts.share(TimePart::Waiting);
    case RankMetric::ExposedCommunication:
        return parts.share(TimePart::ExposedComm);
    case RankMetric::Idle:
        return parts.idleShare();
    case RankMetric::StepTime:
        break;
    }
    return 0;
}

} // namespace

std::vector<double> rankShares(const Trace& trace, const RunSummary& summary, RankMetric metric)
{
    const auto ranks = trace.ranks();
    std::vector<double> values(ranks.size(), unknown);
    for (const RankSummary& rank : summary.ranks) {
        const RankInfo* info = trace.findRank(rank.rank);
        if (info && rank.split.total() > 0)
            values[static_cast<size_t>(info - ranks.data())] = metricShare(partsOf(trace, summary, rank), metric);
    }
    return values;
}

std::vector<double> rankStepTimes(const Trace& trace, std::optional<int64_t> step)
{
    const auto ranks = trace.ranks();
    std::vector<std::vector<TimeNs>> times(ranks.size());
    for (const RankStep& rankStep : trace.rankSteps()) {
        const RankInfo* info = trace.findRank(rankStep.rank);
        if (info && (!step || rankStep.step.number == *step))
            times[static_cast<size_t>(info - ranks.data())].push_back(rankStep.step.range.duration());
    }
    std::vector<double> values(ranks.size(), unknown);
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (times[i].empty() && trace.steps().size() <= 1)
            times[i].push_back(trace.rangeOf(ranks[i]).duration());
        if (!times[i].empty())
            values[i] = double(medianOf(times[i]));
    }
    return values;
}

bool hasPeers(const Trace& trace)
{
    std::set<int> stages;
    return std::ranges::any_of(
        trace.ranks(), [&stages](const RankInfo& rank) { return !stages.insert(rank.stage).second; });
}

std::vector<double> besidePeers(const Trace& trace, const std::vector<double>& values)
{
    const auto ranks = trace.ranks();
    std::map<int, std::vector<double>> ofStage;
    for (size_t i = 0; i < std::min(values.size(), ranks.size()); ++i) {
        if (std::isfinite(values[i]))
            ofStage[ranks[i].stage].push_back(values[i]);
    }
    std::map<int, double> medians;
    // The lower of two in the middle, as over steps: of two ranks the slow one is slow, and the other one is not fast.
    for (auto& [stage, known] : ofStage) {
        const auto middle = known.begin() + std::ptrdiff_t((known.size() - 1) / 2);
        std::nth_element(known.begin(), middle, known.end());
        medians[stage] = *middle;
    }
    std::vector<double> found(values.size(), unknown);
    for (size_t i = 0; i < std::min(values.size(), ranks.size()); ++i) {
        if (const auto median = medians.find(ranks[i].stage); median != medians.end() && median->second > 0)
            found[i] = values[i] / median->second - 1;
    }
    return found;
}

RankScale rankScale(const std::vector<double>& values, RankMetric metric)
{
    RankScale scale {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        scale.from = std::min(scale.from, value);
        scale.to = std::max(scale.to, value);
    }
    const bool isKnown = scale.from <= scale.to;
    if (metric == RankMetric::BesidePeers) {
        constexpr double least = 0.05; // smaller differences do not span the colours
        const double most = isKnown ? std::max({-scale.from, scale.to, least}) : least;
        return {-most, most};
    }
    if (!isKnown)
        scale = {};
    const double narrowest = metric == RankMetric::StepTime ? std::max(scale.to * 0.02, 1.0) : 0.05;
    if (scale.to - scale.from < narrowest) {
        // No share of a whole is more than all of it, unless one is.
        const double most
            = metric == RankMetric::StepTime ? std::numeric_limits<double>::infinity() : std::max(scale.to, 1.0);
        scale.to = std::min(std::max((scale.from + scale.to + narrowest) / 2, narrowest), most);
        scale.from = scale.to - narrowest;
    }
    return scale;
}

} // namespace bubblescope
