// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slowranks.h"

#include "expertwork.h"
#include "joblayout.h"
#include "jobprofile.h"
#include "median.h"
#include "stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

// How much more experts are sent that make a rank busy, as a share.
constexpr double busyExperts = 0.1;

/// What a rank computes in a step, ns.
struct RankCompute {
    int rank = -1;
    double dense = 0; ///< what all ranks of its stage share evenly
    double experts = 0;
    double busier = 0; ///< than the usual rank of its stage, by its experts: a share
    double longer = 0; ///< than that, by the rest
};

/// What ranks take longer beside their experts, for what they are sent more: up to a tenth was recorded of single ones.
/// Where several others that are as busy take less, it is less.
class BesideExperts {
public:
    void add(const RankCompute& rank)
    {
        if (rank.busier < busyExperts)
            return;
        ++m_seen;
        const double growth = rank.longer / rank.busier;
        if (growth > m_largest) {
            m_second = m_largest;
            m_largest = growth;
            m_largestRank = rank.rank;
        } else {
            m_second = std::max(m_second, growth);
        }
    }
    /// As a share of its other work, of a rank that is so much busier.
    double of(const RankCompute& rank) const
    {
        constexpr double most = 0.1;
        constexpr int several = 3; // with itself
        const double others = rank.rank == m_largestRank ? m_second : m_largest;
        return std::max(rank.busier, 0.0) * (m_seen < several ? most : std::min(others, most));
    }

private:
    int m_seen = 0;
    int m_largestRank = -1;
    double m_largest = 0;
    double m_second = 0;
};

double factorOver(double own, std::vector<double> others)
{
    const double usual = medianOf(others);
    return usual > 0 ? own / usual : 1;
}

/// By how much each of them is busier and takes longer than is usual among them.
void compareWithPeers(std::span<RankCompute> stage)
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
    for (RankCompute& rank : stage) {
        rank.busier = usualExperts > 0 ? rank.experts / usualExperts - 1 : 0;
        rank.longer = usual > 0 ? rank.dense / usual - 1 : 0;
    }
}

/// Up to half of them: their peers are the others.
void addSlowOfStage(
    std::span<const RankCompute> stage, const BesideExperts& besideExperts, double notable, std::vector<SlowRank>& slow)
{
    std::vector<double> peers;
    for (const RankCompute& rank : stage) {
        if (1 + rank.longer <= notable)
            peers.push_back(rank.dense);
    }
    for (const RankCompute& rank : stage) {
        if (1 + rank.longer <= notable)
            continue;
        const double factor = factorOver(rank.dense, peers);
        if (factor > notable + besideExperts.of(rank))
            slow.push_back({rank.rank, factor});
    }
}

/// `mostBusier`: by how much the experts of those may be busier that are told.
std::vector<SlowRank> slowerThan(
    const JobProfile& job, double notable, double mostBusier = std::numeric_limits<double>::infinity())
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
    }
    std::vector<SlowRank> slow;
    if (perStage < 2)
        return slow;
    const auto stageOf = [&](int stage) { return std::span(ranks).subspan(size_t(stage) * perStage, perStage); };
    BesideExperts besideExperts;
    for (int stage = 0; stage < layout.stages; ++stage) {
        compareWithPeers(stageOf(stage));
        for (const RankCompute& rank : stageOf(stage))
            besideExperts.add(rank);
    }
    for (int stage = 0; stage < layout.stages; ++stage)
        addSlowOfStage(stageOf(stage), besideExperts, notable, slow);
    std::erase_if(slow, [&](const SlowRank& rank) { return ranks[size_t(rank.rank)].busier >= mostBusier; });
    return slow;
}

} // namespace

std::vector<SlowRank> slowRanks(const JobProfile& job)
{
    return slowerThan(job, std::max(stragglerFactor, notableOf(job.microbatches)));
}

std::vector<SlowRank> perhapsSlowRanks(const JobProfile& job)
{
    // Ranks of recorded runs that do the same differ by up to 3 %.
    constexpr double nearlySlow = 1.035;
    const bool areFew = notableOf(job.microbatches) > stragglerFactor;
    std::vector<SlowRank> perhaps
        = areFew ? slowerThan(job, stragglerFactor) : slowerThan(job, nearlySlow, busyExperts);
    const std::vector<SlowRank> known = slowRanks(job);
    std::erase_if(perhaps, [&known](const SlowRank& rank) {
        return std::ranges::any_of(known, [&rank](const SlowRank& one) { return one.rank == rank.rank; });
    });
    for (SlowRank& rank : perhaps)
        rank.by = areFew ? SlowRank::By::FewPasses : SlowRank::By::Slightly;
    return perhaps;
}

double notableOf(int microbatches)
{
    constexpr int fewMicrobatches = 4;
    constexpr double clearWithFew = 1.2;
    return microbatches < fewMicrobatches ? clearWithFew : 1;
}

std::vector<SlowRank> mergedSlowRanks(std::span<const SlowRank> slow, std::vector<SlowRank> more)
{
    more.insert(more.end(), slow.begin(), slow.end());
    std::stable_sort(more.begin(), more.end(), [](const SlowRank& a, const SlowRank& b) { return a.rank < b.rank; });
    const auto isSame = [](const SlowRank& a, const SlowRank& b) { return a.rank == b.rank; };
    more.erase(std::unique(more.begin(), more.end(), isSame), more.end());
    return more;
}

double slownessOf(std::span<const SlowRank> slow, int rank)
{
    const auto found = std::lower_bound(
        slow.begin(), slow.end(), rank, [](const SlowRank& one, int wanted) { return one.rank < wanted; });
    return found != slow.end() && found->rank == rank && found->isThere ? found->factor : 1;
}

namespace {

constexpr size_t mostNamed = 8;

std::vector<SlowRank> slowestFirst(std::span<const SlowRank> slow)
{
    std::vector<SlowRank> slowest(slow.begin(), slow.end());
    std::stable_sort(
        slowest.begin(), slowest.end(), [](const SlowRank& a, const SlowRank& b) { return a.factor > b.factor; });
    return slowest;
}

std::string shownFactor(const SlowRank& slow) { return fmt::format("{:.2f}", slow.factor); }

Message doubtText(const SlowRank& slow)
{
    switch (slow.by) {
    case SlowRank::By::FewPasses:
        return say("Rank {} takes {} times as long as its peers, in few microbatches: its GPU is slow, or something held "
                   "it up once. The second is assumed, and the range holds both.",
            slow.rank, shownFactor(slow));
    case SlowRank::By::Slightly:
        return say("Rank {} takes {} times as long as its peers, about as much as ranks differ: its GPU is slow, or they "
                   "have other work. The second is assumed, and the range holds both.",
            slow.rank, shownFactor(slow));
    case SlowRank::By::Optimizer:
        return say("The optimizer of rank {} takes {} times as long as that of the other stage: its GPU is slow, and the "
                   "other stage has more work, or the other stage holds fewer parameters. Which is not recorded: the "
                   "second is assumed, and the range holds both.",
            slow.rank, shownFactor(slow));
    case SlowRank::By::Ends:
        return say("By what the first and the last stage take, rank {} may be {} times as slow as the fastest GPU, or these "
                   "stages have other work than is known. Which is not recorded: the second is assumed, and the range "
                   "holds both.",
            slow.rank, shownFactor(slow));
    case SlowRank::By::Passes:
        break;
    }
    return say("For a layer, rank {} takes {} times as long as other stages: its GPU is slow, or its stage has more work "
               "than its layers. Which is not recorded: the second is assumed, and the range holds both.",
        slow.rank, shownFactor(slow));
}

} // namespace

std::vector<Message> doubtedRankTexts(std::span<const SlowRank> doubted)
{
    const std::vector<SlowRank> slowest = slowestFirst(doubted);
    std::vector<Message> texts;
    for (size_t i = 0; i < std::min(slowest.size(), mostNamed); ++i)
        texts.push_back(doubtText(slowest[i]));
    if (slowest.size() > mostNamed)
        texts.push_back(say("So do {} more ranks, which are less slow.", slowest.size() - mostNamed));
    return texts;
}

std::vector<Message> slowRankTexts(std::span<const SlowRank> slow)
{
    const std::vector<SlowRank> slowest = slowestFirst(slow);
    std::vector<Message> texts;
    for (size_t i = 0; i < std::min(slowest.size(), mostNamed); ++i) {
        const std::string factor = shownFactor(slowest[i]);
        texts.push_back(slowest[i].isThere
                ? say("As it was measured in this step, rank {} stays {} times as slow as its peers.", slowest[i].rank,
                    factor)
                : say(
                    "Rank {} is {} times as slow as its peers: the layout has no such GPU, and no other one is slowed "
                    "in its place.",
                    slowest[i].rank, factor));
    }
    if (slowest.size() > mostNamed)
        texts.push_back(say("So do {} more ranks, which are less slow.", slowest.size() - mostNamed));
    return texts;
}

} // namespace bubblescope
