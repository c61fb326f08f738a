// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slowranks.h"

#include "expertwork.h"
#include "joblayout.h"
#include "median.h"
#include "stragglers.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

/// What a rank computes in a step, ns.
struct RankCompute {
    int rank = -1;
    double dense = 0; ///< what all ranks of its stage share evenly
    double experts = 0;
    int layers = 0;
};

double factorOver(double own, std::vector<double> others)
{
    const double usual = medianOf(others);
    return usual > 0 ? own / usual : 1;
}

/// Up to half of them: their peers are the others.
void addSlowOfStage(std::span<const RankCompute> stage, double notable, std::vector<SlowRank>& slow)
{
    std::vector<double> dense;
    std::vector<double> experts;
    for (const RankCompute& rank : stage) {
        dense.push_back(rank.dense);
        experts.push_back(rank.experts);
    }
    const auto middle = dense.begin() + std::ptrdiff_t((dense.size() - 1) / 2);
    std::nth_element(dense.begin(), middle, dense.end());
    const double usual = *middle;
    const double usualExperts = medianOf(experts);
    std::vector<double> peers;
    for (const RankCompute& rank : stage) {
        if (rank.dense <= notable * usual)
            peers.push_back(rank.dense);
    }
    for (const RankCompute& rank : stage) {
        // Work around the experts grows with what they are sent.
        constexpr double besideExperts = 0.1;
        const double busier = usualExperts > 0 ? std::max(0.0, rank.experts / usualExperts - 1) : 0;
        const double factor = factorOver(rank.dense, peers);
        if (rank.dense > notable * usual && factor > notable + besideExperts * busier)
            slow.push_back({rank.rank, factor});
    }
}

/// The ends of the pipeline have more than layers to compute, and fewer than two others say nothing.
std::optional<SlowRank> slowAlone(std::span<const RankCompute> ranks, size_t stage)
{
    constexpr double notable = 1.1;
    constexpr size_t fewest = 2;
    std::vector<double> others;
    std::vector<double> otherLayers;
    for (size_t other = 0; other + 1 < ranks.size(); ++other) {
        if (other != stage && ranks[other].layers > 0) {
            others.push_back(ranks[other].dense);
            otherLayers.push_back(ranks[other].dense / ranks[other].layers);
        }
    }
    if (others.size() < fewest || ranks[stage].layers < 1)
        return std::nullopt;
    // More layers are no slowness; and where fewer take as long as those of others, nobody waits for it.
    const double factor = factorOver(ranks[stage].dense / ranks[stage].layers, otherLayers);
    const bool isLongest = factorOver(ranks[stage].dense, others) > stragglerFactor;
    return factor > notable && isLongest ? std::optional(SlowRank {ranks[stage].rank, factor}) : std::nullopt;
}

} // namespace

std::vector<SlowRank> slowRanks(const JobProfile& job)
{
    if (job.replicasAreAlike)
        return {};
    const JobLayout layout(job);
    const auto perStage = size_t(layout.ranksPerStage());
    std::vector<RankCompute> ranks(size_t(layout.world()));
    for (const RankWork& work : job.ranks) {
        if (work.rank < 0 || size_t(work.rank) >= ranks.size())
            return {};
        RankCompute& of = ranks[size_t(work.rank)];
        of.rank = work.rank;
        of.dense += denseCompute(work);
        of.experts += expertCompute(work);
        if (size_t(work.stage) < job.layersOfStage.size())
            of.layers += job.layersOfStage[size_t(work.stage)];
    }
    std::vector<SlowRank> slow;
    // Of few passes a single slow one may be an event.
    constexpr int fewMicrobatches = 4;
    constexpr double clearWithFew = 1.2;
    const double notable = job.microbatches < fewMicrobatches ? clearWithFew : stragglerFactor;
    for (size_t stage = 0; stage < size_t(layout.stages); ++stage) {
        if (perStage > 1) {
            addSlowOfStage(std::span(ranks).subspan(stage * perStage, perStage), notable, slow);
        } else if (stage > 0 && stage + 1 < ranks.size()) {
            if (const std::optional<SlowRank> alone = slowAlone(ranks, stage))
                slow.push_back(*alone);
        }
    }
    return slow;
}

double slownessOf(std::span<const SlowRank> slow, int rank)
{
    const auto found = std::lower_bound(
        slow.begin(), slow.end(), rank, [](const SlowRank& one, int wanted) { return one.rank < wanted; });
    return found != slow.end() && found->rank == rank && found->isThere ? found->factor : 1;
}

std::vector<Message> slowRankTexts(std::span<const SlowRank> slow)
{
    constexpr size_t most = 8;
    std::vector<SlowRank> slowest(slow.begin(), slow.end());
    std::stable_sort(
        slowest.begin(), slowest.end(), [](const SlowRank& a, const SlowRank& b) { return a.factor > b.factor; });
    std::vector<Message> texts;
    for (size_t i = 0; i < std::min(slowest.size(), most); ++i) {
        const std::string factor = fmt::format("{:.2f}", slowest[i].factor);
        texts.push_back(slowest[i].isThere
                ? say("As it was measured, rank {} stays {} times as slow as its peers.", slowest[i].rank, factor)
                : say(
                    "Rank {} is {} times as slow as its peers: the layout has no such GPU, and no other one is slowed "
                    "in its place.",
                    slowest[i].rank, factor));
    }
    if (slowest.size() > most)
        texts.push_back(say("So do {} more ranks, which are less slow.", slowest.size() - most));
    return texts;
}

} // namespace bubblescope
