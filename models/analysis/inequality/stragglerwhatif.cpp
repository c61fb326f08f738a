// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglerwhatif.h"

#include "idealdurations.h"
#include "median.h"
#include "parallel.h"
#include "peerprice.h"
#include "slowhosts.h"
#include "stragglerreplay.h"
#include "typicalstep.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

/// Parts beyond this many are played only if they lost the most: each costs a playing of all steps.
constexpr size_t mostParts = 256;
/// Of the workers, those that M_W is about.
constexpr size_t slowestPercent = 3;

double meanOf(const std::vector<double>& values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// Things that threads lend each other: as many as work at once.
template <typename T> class Lent {
public:
    template <typename Work> auto with(const Work& work)
    {
        std::unique_ptr<T> own;
        if (const std::lock_guard lock(m_mutex); !m_free.empty()) {
            own = std::move(m_free.back());
            m_free.pop_back();
        }
        if (!own)
            own = std::make_unique<T>();
        auto result = work(*own);
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(own));
        return result;
    }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<T>> m_free;
};

/// The mean step if the nodes of a part keep what they lasted (or alone become ideal).
class PartPlayer {
public:
    PartPlayer(const StragglerModel& model, const std::vector<float>& ideal)
        : m_model(model), m_replay(model, ideal) { }

    template <typename IsMember> double meanStep(bool membersAreIdeal, const IsMember& isMember)
    {
        std::vector<uint32_t> recorded;
        for (uint32_t n = 0; n < m_model.nodeCount(); ++n) {
            if (isMember(m_model.node(n)) != membersAreIdeal)
                recorded.push_back(n);
        }
        return meanStep(recorded);
    }

    /// If just these ranks keep what they lasted.
    double meanStepOf(const std::vector<int>& partOf, int part)
    {
        std::vector<uint32_t> recorded;
        for (size_t rank = 0; rank < partOf.size(); ++rank) {
            for (uint32_t i = 0; partOf[rank] == part && i < m_replay.nodesOf(rank); ++i)
                recorded.push_back(m_replay.firstNode(rank) + i);
        }
        return meanStep(recorded);
    }

private:
    double meanStep(const std::vector<uint32_t>& recorded)
    {
        return meanOf(m_scratch.with([&](StragglerReplay::Scratch& scratch) {
            return m_replay.lengths(recorded, scratch, m_model.nodeCount() / 2);
        }));
    }

    const StragglerModel& m_model;
    StragglerReplay m_replay;
    Lent<StragglerReplay::Scratch> m_scratch;
};

/// What each rank lost against the ideal, in ns.
std::vector<double> excessOfRanks(const StragglerModel& model, const std::vector<float>& ideal, size_t ranks)
{
    std::vector<double> excess(ranks, 0);
    for (size_t n = 0; n < model.nodeCount(); ++n) {
        double& sum = excess[model.node(n).rank];
        for (size_t s = 0; s < model.steps().size(); ++s)
            sum += double(model.duration(n, s) - ideal[n]);
    }
    return excess;
}

/// Prices ranks that are slow as findings do; what others cost is less than can be told.
void addPeerPrices(const RunContext& context, const Stragglers& stragglers, StragglerWhatIf& found)
{
    const Trace& trace = context.trace();
    const std::vector<Stragglers::Rank> slow = slowRanks(stragglers);
    if (slow.empty() || !trace.ranksAreComparable())
        return;
    Result<StepPricer> pricer = StepPricer::make(context, typicalStep(trace));
    if (!pricer || (pricer->graph().meetings.empty() && trace.ranks().size() > 1))
        return; // nothing shows who waits for whom
    constexpr size_t mostPriced = 16;
    for (size_t i = 0; i < std::min(mostPriced, slow.size()); ++i) {
        const int32_t number = trace.ranks()[slow[i].rank].rank;
        const auto rank = std::find_if(
            found.ranks.begin(), found.ranks.end(), [number](const auto& known) { return known.rank == number; });
        if (rank != found.ranks.end())
            rank->lostNs = double(priceOfSlowness(*pricer, trace, std::span(slow).subspan(i, 1)));
    }
    found.lostTogetherNs = double(priceOfSlowness(*pricer, trace, slow));
}

/// By number: how many times as long as their peers the ranks of a slow host compute.
std::map<int, double> pacesOfSlowHosts(const Trace& trace, const Stragglers& stragglers)
{
    std::map<int, std::vector<double>> factors;
    std::vector<PacedRank> ranks;
    for (const Stragglers::Rank& rank : stragglers.ranks) {
        const int host = trace.ranks()[rank.rank].host;
        ranks.push_back({host, rank.factor, rank.isStraggler});
        if (rank.isStraggler)
            factors[host].push_back(rank.factor);
    }
    std::map<int, double> paces;
    for (const SlowHosts& fault : findSlowHosts(ranks)) {
        for (const int host : fault.hosts)
            paces[host] = medianOf(factors[host]);
    }
    return paces;
}

/// The members of `partOf` (by rank) that lost most against the ideal, at most mostParts, by number; and of hosts those
/// that are slow.
std::vector<int> partsToPlay(
    const std::vector<double>& excessOfRank, const std::vector<int>& partOf, const std::map<int, double>& always)
{
    std::map<int, double> excess;
    for (size_t r = 0; r < partOf.size(); ++r) {
        if (partOf[r] >= 0)
            excess[partOf[r]] += excessOfRank[r];
    }
    std::vector<int> parts;
    for (const auto& [part, sum] : excess)
        parts.push_back(part);
    if (parts.size() > mostParts) {
        std::stable_sort(parts.begin(), parts.end(), [&](int a, int b) { return excess[a] > excess[b]; });
        parts.resize(mostParts);
        for (const auto& [part, pace] : always)
            parts.push_back(part);
        std::sort(parts.begin(), parts.end());
        parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    }
    return parts;
}

std::vector<int> hostsOfRanks(const Trace& trace)
{
    std::vector<int> hosts;
    for (const RankInfo& rank : trace.ranks())
        hosts.push_back(trace.hosts().size() > 1 ? int(rank.host) : -1);
    return hosts;
}

Error whyNoDurations(const Trace& trace)
{
    if (std::optional<Error> cut = StragglerModel::whyNoWholeStep(trace))
        return *std::move(cut);
    for (const RankInfo& rank : trace.ranks()) {
        if (const size_t own = trace.stepsOf(rank.rank).size(); own < trace.steps().size()) {
            return {say("No step is whole: rank {} has {} of {}.", rank.rank, own, trace.steps().size()),
                say("Its file may have been cut: `bubblescope inspect` tells. Copy it again."), {}};
        }
    }
    return {say("The operations of the steps have no durations."), say("Straggler what-ifs need a measured run."), {}};
}
} // namespace

bool StragglerWhatIf::pricesExceedSlowdown() const
{
    constexpr double clearly = 1.1;
    double lost = 0;
    for (const Step& step : steps)
        lost += (step.noDelay - step.ideal) / double(steps.size());
    return lostTogetherNs.value_or(0) > clearly * std::max(lost, 0.0);
}

Result<StragglerWhatIf> findStragglerWhatIf(const RunContext& context, const ProgressFn& progress)
{
    const Result<StragglerModel> made = StragglerModel::make(context);
    if (!made)
        return made.error();
    const StragglerModel& model = *made;
    const Trace& trace = context.trace();
    const std::vector<float> ideal = idealDurations(model);
    PartPlayer player(model, ideal);
    StragglerWhatIf found;
    found.stepsLeftOut = model.leftOut();

    const std::vector<double> noDelay = model.lengths(ideal, std::vector<uint8_t>(model.nodeCount(), 0));
    const std::vector<double> equal = model.lengths(ideal, std::vector<uint8_t>(model.nodeCount(), 1));
    for (size_t s = 0; s < model.steps().size(); ++s) {
        const uint32_t step = model.steps()[s];
        const int32_t number = step < trace.steps().size() ? trace.steps()[step].number : 1;
        found.steps.push_back({number, model.recorded()[s], noDelay[s], equal[s]});
    }
    const double meanNoDelay = meanOf(noDelay);
    const double meanIdeal = meanOf(equal);
    if (meanIdeal <= 0 || meanNoDelay <= 0) {
        return whyNoDurations(trace);
    }
    found.slowdown = meanNoDelay / meanIdeal;
    found.launchSlowdown = meanOf(model.recorded()) / meanNoDelay;

    const size_t ranks = trace.ranks().size();
    std::vector<int> dataRankOf(ranks);
    std::vector<int> stageOf(ranks);
    for (size_t r = 0; r < ranks; ++r) {
        dataRankOf[r] = model.dataRankOf(r);
        stageOf[r] = context.groups().stage(r);
    }
    const std::vector<int> hostOf = hostsOfRanks(trace);
    const Stragglers stragglers = findStragglers(context);
    const std::map<int, double> paces
        = trace.ranksAreComparable() ? pacesOfSlowHosts(trace, stragglers) : std::map<int, double>();
    const std::vector<double> excess = excessOfRanks(model, ideal, ranks);
    struct Task {
        const std::vector<int>* partOf; // null: an operation type
        int number;
        double slowdown;
    };
    std::vector<Task> tasks;
    for (const std::vector<int>* partOf :
        std::initializer_list<const std::vector<int>*> {&dataRankOf, &stageOf, &hostOf}) {
        for (const int part : partsToPlay(excess, *partOf, partOf == &hostOf ? paces : std::map<int, double>()))
            tasks.push_back({partOf, part, 1});
    }
    std::set<std::string_view> types;
    for (size_t n = 0; n < model.nodeCount(); ++n) {
        const StepOperation kind = model.node(n).kind;
        if (types.insert(stepOperationKey(kind)).second)
            tasks.push_back({nullptr, int(kind), 1});
    }
    std::atomic<bool> isWanted {true};
    std::atomic<size_t> done {0};
    std::mutex reporting;
    forEachParallel(tasks.size(), threadCount(), [&](size_t t) {
        if (!isWanted)
            return;
        Task& task = tasks[t];
        const double mean = task.partOf
            ? player.meanStepOf(*task.partOf, task.number)
            : player.meanStep(false, [type = stepOperationKey(StepOperation(task.number))](const auto& node) {
                  return stepOperationKey(node.kind) == type;
              });
        task.slowdown = mean / meanIdeal;
        const size_t count = ++done;
        if (const std::lock_guard lock(reporting); progress && !progress(count, tasks.size()))
            isWanted = false;
    });
    if (!isWanted)
        return Error {say("Stopped."), {}, {}};
    for (const Task& task : tasks) {
        if (!task.partOf)
            found.types.push_back({std::string(stepOperationKey(StepOperation(task.number))), task.slowdown});
        else
            (task.partOf == &dataRankOf       ? found.dataRanks
                    : task.partOf == &stageOf ? found.stages
                                              : found.hosts)
                .push_back({task.number, task.slowdown});
    }
    for (StragglerWhatIf::Part& host : found.hosts) {
        if (const auto pace = paces.find(host.number); pace != paces.end())
            host.pace = pace->second;
    }
    std::stable_sort(
        found.types.begin(), found.types.end(), [](const auto& a, const auto& b) { return a.slowdown > b.slowdown; });

    std::map<int, double> ofData;
    for (const StragglerWhatIf::Part& part : found.dataRanks)
        ofData[part.number] = part.slowdown;
    std::map<int, double> ofStage;
    for (const StragglerWhatIf::Part& part : found.stages)
        ofStage[part.number] = part.slowdown;
    using Worker
        = std::pair<int, int>; // stage and data-parallel rank, in the order of ranks; tensor-parallel ones are one
    std::map<Worker, double> scores;
    for (size_t r = 0; r < ranks; ++r) {
        found.ranks.push_back({trace.ranks()[r].rank, stageOf[r], dataRankOf[r], std::nullopt});
        if (stageOf[r] < 0)
            continue; // then its data-parallel rank is unknown, too
        const double data = ofData.contains(dataRankOf[r]) ? ofData[dataRankOf[r]]
            : dataRankOf[r] < 0                            ? ofStage[stageOf[r]]
                                                           : 1;
        const double score = std::min(data, ofStage[stageOf[r]]);
        scores[{stageOf[r], dataRankOf[r]}] = score;
        found.ranks.back().score = score;
    }
    std::stable_sort(
        found.ranks.begin(), found.ranks.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    addPeerPrices(context, stragglers, found);
    std::vector<std::pair<double, Worker>> slowest;
    for (const auto& [worker, score] : scores)
        slowest.push_back({-score, worker});
    std::sort(slowest.begin(), slowest.end());
    slowest.resize((slowest.size() * slowestPercent + 99) / 100);
    std::set<Worker> chosen;
    for (const auto& [score, worker] : slowest)
        chosen.insert(worker);
    // Of so little that is lost no share can be told: equal durations move more than that from one place to another.
    constexpr double leastLoss = 0.01; // of the ideal step
    if (const double lost = meanNoDelay - meanIdeal; lost >= leastLoss * meanIdeal && !scores.empty()) {
        const auto shareOf = [&](const auto& isPart) { return (meanNoDelay - player.meanStep(true, isPart)) / lost; };
        found.ofSlowestRanks = shareOf([&](const StragglerModel::Node& node) {
            return chosen.contains({stageOf[node.rank], dataRankOf[node.rank]});
        });
        found.ofLastStage
            = shareOf([&](const StragglerModel::Node& node) { return stageOf[node.rank] + 1 == model.stageCount(); });
    }
    return found;
}

} // namespace bubblescope
