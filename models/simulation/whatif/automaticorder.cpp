// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "automaticorder.h"

#include "expertwork.h"
#include "joblayout.h"
#include "stepbuilder.h"
#include "steptimer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// With more ranks, the automatic orders are compared on one rank of each stage.
constexpr size_t mostComparedRanks = 64;

/// Limits of memory that the automatic schedule is tried under, in order: finer where they matter more. Those of a smaller
/// limit are among those of a larger one, which therefore never answers with a longer step.
std::vector<int> limitsUpTo(int limit, int stages)
{
    const int step = std::max(1, stages / 8);
    std::vector<int> limits;
    for (int own = 1; own <= limit;) {
        limits.push_back(own);
        own = own < step ? own + 1 : own < 2 * stages ? own + step : own + own / 2;
    }
    return limits;
}

/// What the automatic schedule may be under its limit: its own orders, and the handcrafted ones that keep to it.
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
    for (const int own : limitsUpTo(limit, stages))
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
    return sketch;
}

/// Infinite where the order is not for this job.
double stepOf(const Result<StructuredJob>& made, const Pricing& pricing, const ProgressFn& progress)
{
    constexpr double never = std::numeric_limits<double>::infinity();
    if (!made)
        return never;
    const Result<StepGraph> graph = buildStep(*made, pricing, progress, false);
    StepTimer timer;
    return graph && timer.time(*graph, graph->unchanged()) ? timer.pipelineFigures(*graph).stepNs : never;
}

/// Of a large job, only the best of the automatic orders is left beside the handcrafted ones.
std::vector<Knobs> worthComparing(
    std::vector<Knobs> orders, const JobProfile& job, const Pricing& pricing, const ProgressFn& progress)
{
    if (job.replicasAreAlike || job.ranks.size() <= mostComparedRanks)
        return orders;
    const JobProfile sketch = slowestOfEachStage(job);
    const auto handcrafted = std::stable_partition(
        orders.begin(), orders.end(), [](const Knobs& order) { return order.schedule == ScheduleKind::ZbAuto; });
    std::vector<std::pair<double, size_t>> steps;
    for (size_t i = 0; i < size_t(handcrafted - orders.begin()); ++i)
        steps.emplace_back(stepOf(structured(sketch, orders[i], pricing), pricing, progress), i);
    std::vector<Knobs> kept {orders[std::min_element(steps.begin(), steps.end())->second]};
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
    double shortest = std::numeric_limits<double>::infinity();
    for (const Knobs& order : worthComparing(automaticOrders(knobs, best->job), job, pricing, progress)) {
        Result<StructuredJob> made = structured(job, order, pricing);
        if (const double ns = stepOf(made, pricing, progress); ns < shortest) {
            shortest = ns;
            best = std::move(made);
        }
    }
    best->job.schedule = ScheduleKind::ZbAuto;
    return best;
}

} // namespace bubblescope
