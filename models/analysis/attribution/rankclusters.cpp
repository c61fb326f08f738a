// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankclusters.h"

#include "median.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

/// A rank unlike all others costs O(ranks of the stage); beyond this many groups, each rank represents itself.
constexpr size_t mostGroups = 64;

/// The parts of a split as shares of its total.
using Shares = std::vector<double>;

Shares sharesOf(const RankSummary& rank)
{
    const TimeSplit& split = rank.split;
    const double whole = double(std::max<TimeNs>(rank.window.duration(), 1));
    Shares shares {double(split.compute()) / whole, double(split.idle()) / whole, double(split.host()) / whole};
    const auto add = [&](const auto& parts) {
        for (const TimeNs part : parts)
            shares.push_back(double(part) / whole);
    };
    add(split.time);
    add(split.waitingFor);
    add(split.pipelineBubble);
    return shares;
}

double distance(const Shares& a, const Shares& b)
{
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

Shares medianShares(const std::vector<const Shares*>& all)
{
    Shares medians(all.front()->size());
    std::vector<double> values;
    for (size_t i = 0; i < medians.size(); ++i) {
        values.clear();
        for (const Shares* shares : all)
            values.push_back((*shares)[i]);
        medians[i] = medianOf(values);
    }
    return medians;
}

std::vector<RankCluster> clustersOfStage(int stage, const std::vector<const RankSummary*>& ranks)
{
    std::vector<Shares> shares;
    for (const RankSummary* rank : ranks)
        shares.push_back(sharesOf(*rank));
    std::vector<size_t> left(ranks.size());
    for (size_t i = 0; i < left.size(); ++i)
        left[i] = i;
    std::vector<RankCluster> clusters;
    while (!left.empty()) {
        size_t middle = left.front();
        if (clusters.size() < mostGroups) {
            std::vector<const Shares*> all;
            for (const size_t i : left)
                all.push_back(&shares[i]);
            const Shares medians = medianShares(all);
            middle = *std::min_element(left.begin(), left.end(),
                [&](size_t a, size_t b) { return distance(shares[a], medians) < distance(shares[b], medians); });
        }
        RankCluster cluster;
        cluster.stage = stage;
        cluster.representative = ranks[middle]->rank;
        std::vector<size_t> others;
        for (const size_t i : left) {
            const bool isAlike = i == middle
                || (clusters.size() < mostGroups && distance(shares[i], shares[middle]) <= alikeTolerance);
            if (isAlike)
                cluster.ranks.push_back(ranks[i]->rank);
            else
                others.push_back(i);
        }
        clusters.push_back(std::move(cluster));
        left = std::move(others);
    }
    std::stable_sort(clusters.begin(), clusters.end(),
        [](const RankCluster& a, const RankCluster& b) { return a.ranks.size() > b.ranks.size(); });
    // Of two differing ranks, neither is the usual one.
    clusters.front().isUsual = clusters.front().ranks.size() * 2 > ranks.size();
    return clusters;
}

} // namespace

std::vector<RankCluster> clusterRanks(const RunSummary& summary)
{
    std::map<int, std::vector<const RankSummary*>> byStage;
    for (const RankSummary& rank : summary.ranks)
        byStage[rank.stage].push_back(&rank);
    std::vector<RankCluster> clusters;
    for (const auto& [stage, ranks] : byStage) {
        std::vector<RankCluster> more = clustersOfStage(stage, ranks);
        clusters.insert(clusters.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return clusters;
}

} // namespace bubblescope
