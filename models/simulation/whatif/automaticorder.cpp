// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "automaticorder.h"

#include "expertwork.h"
#include "joblayout.h"
#include "stepbuilder.h"
#include "steptimer.h"
#include "zbauto.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// With more ranks, the automatic orders are compared on one rank of each stage.
constexpr size_t mostComparedRanks = 64;

/// What the automatic schedule may be under its limit: its own orders, and the handcrafted ones that keep to it. All of a
/// smaller limit are among those of a larger one, which therefore never answers with a longer step.
std::vector<Knobs> automaticOrders(const Knobs& knobs, const JobProfile& job)
{
    const int stages = job.stages;
    const int limit = std::min(knobs.memoryLimit.value_or(stages), job.microbatches);
    std::vector<Knobs> orders;
    const auto add = [&](ScheduleKind kind, std::optional<int> own) {
        orders.push_back(knobs);
        orders.back().schedule = kind;
        orders.back().memoryLimit = own;
    };
    for (const int own : automaticLimits(stages, job.microbatches, limit))
        add(ScheduleKind::ZbAuto, own);
    if (limit >= std::min(stages, job.microbatches)) {
        add(ScheduleKind::ZbH1, {});
        add(ScheduleKind::OneFOneB, {});
    }
    if (limit >= std::min(2 * stages - 1, job.microbatches))
        add(ScheduleKind::ZbH2, {});
    return orders;
}

/// The rank of each stage that computes longest: its peers wait for it.
JobProfile slowestOfEachStage(const JobProfile& job)
{
    JobProfile sketch = job;
    const int perStage = JobLayout(job).ranksPerStage();
    std::map<int, double> computeOf; // by rank, over its chunks
    for (const RankWork& work : job.ranks)
        computeOf[work.rank] += denseCompute(work);
    std::map<int, int> slowest; // by pipeline rank
    for (const auto& [rank, compute] : computeOf) {
        const auto [known, isNew] = slowest.try_emplace(rank / perStage, rank);
        if (!isNew && compute > computeOf[known->second])
            known->second = rank;
    }
    std::erase_if(sketch.ranks, [&](const RankWork& work) { return work.rank != slowest[work.rank / perStage]; });
    for (RankWork& work : sketch.ranks)
        work.rank = work.rank / perStage * perStage;
    sketch.replicasAreAlike = true;
    sketch.slowRanks.clear(); // they are the ones that are left
    return sketch;
}

bool isSameOrder(const Schedule& a, const Schedule& b)
{
    const auto isSamePass = [](const ScheduledPass& x, const ScheduledPass& y) {
        return x.pass == y.pass && x.chunk == y.chunk && x.microbatch == y.microbatch;
    };
    return std::ranges::equal(a.programs, b.programs,
        [&](const RankProgram& x, const RankProgram& y) { return std::ranges::equal(x, y, isSamePass); });
}

/// The step of one order after another, of the same job.
class OrderTrial {
public:
    OrderTrial(const Pricing& pricing, const ProgressFn& progress) : m_pricing(pricing), m_progress(progress) { }

    /// Than all before it; false for an order that is not for the job, or was tried already.
    bool isShorter(const Result<StructuredJob>& made)
    {
        if (!made)
            return false;
        const auto isSame = [&](const Schedule& other) { return isSameOrder(made->schedule, other); };
        if (std::ranges::any_of(m_tried, isSame))
            return false; // limits often share their best order
        m_tried.push_back(made->schedule);
        const Result<StepGraph> graph = buildStep(*made, m_pricing, m_progress, false);
        StepTimer timer;
        if (!graph || !timer.time(*graph, graph->unchanged()))
            return false;
        const double step = timer.pipelineFigures(*graph).stepNs;
        if (step >= m_shortest)
            return false;
        m_shortest = step;
        return true;
    }

private:
    const Pricing& m_pricing;
    const ProgressFn& m_progress;
    std::vector<Schedule> m_tried;
    double m_shortest = std::numeric_limits<double>::infinity();
};

/// Of a large job, only the best of the automatic orders is left beside the handcrafted ones.
std::vector<Knobs> worthComparing(
    std::vector<Knobs> orders, const JobProfile& job, const Pricing& pricing, const ProgressFn& progress)
{
    if (job.replicasAreAlike || job.ranks.size() <= mostComparedRanks)
        return orders;
    const JobProfile sketch = slowestOfEachStage(job);
    const auto handcrafted = std::stable_partition(
        orders.begin(), orders.end(), [](const Knobs& order) { return order.schedule == ScheduleKind::ZbAuto; });
    OrderTrial trial(pricing, progress);
    std::vector<Knobs> kept {orders.front()};
    std::for_each(orders.begin(), handcrafted, [&](const Knobs& order) {
        if (trial.isShorter(structured(sketch, order, pricing)))
            kept.front() = order;
    });
    kept.insert(kept.end(), handcrafted, orders.end());
    return kept;
}

} // namespace

Result<StructuredJob> shortestOrder(
    const JobProfile& job, const Knobs& knobs, const Pricing& pricing, const ProgressFn& progress)
{
    Result<StructuredJob> best = structured(job, knobs, pricing);
    if (!best)
        return best;
    OrderTrial trial(pricing, progress);
    for (const Knobs& order : worthComparing(automaticOrders(knobs, best->job), job, pricing, progress)) {
        Result<StructuredJob> made = structured(job, order, pricing);
        if (trial.isShorter(made))
            best = std::move(made);
    }
    best->job.schedule = ScheduleKind::ZbAuto;
    return best;
}

} // namespace bubblescope
