// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shardedlog.h"

#include "layerwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// A time and where it may lie.
struct LayerSpread {
    double ns = 0;
    double low = 0;
    double high = 0;
};

double loggedNs(const Work& work)
{
    double ns = 0;
    for (const WorkPiece& piece : work)
        ns += piece.ns;
    return ns;
}

double loggedLayerNs(const JobProfile& job) { return job.layerWork ? loggedNs(job.layerWork->layerForward) : 0; }

/// What tells the work of a layer.
struct LayerOwnWork {
    LayerSpread time;
    Message how;
};

std::optional<LayerOwnWork> ownWorkOf(const JobProfile& base, const std::vector<const JobProfile*>& logs)
{
    for (const JobProfile* log : logs) {
        constexpr double fromRunToRun = 0.05;
        if (const double ns = loggedLayerNs(*log); log->tensor == 1 && ns > 0)
            return LayerOwnWork {{ns, ns * (1 - fromRunToRun), ns * (1 + fromRunToRun)},
                say("A layer's own work is what the log {} measured on one tensor-parallel rank.", log->name)};
    }
    const ModelSizes& model = base.model;
    const double head = loggedNs(base.layerWork->epilogueForward);
    if (head <= 0 || model.layer <= 0 || model.head <= 0)
        return std::nullopt;
    constexpr double leastShare = 0.6; // see headShareOfLayer
    constexpr double mostShare = 0.7;
    const double alike = head * model.layer / model.head;
    return LayerOwnWork {{alike / headShareOfLayer, alike / mostShare, alike / leastShare},
        say("The model is {}: by its parameters, the head is assumed to compute as long as {} of its layers on one "
            "tensor-parallel rank.",
            model.name, fmt::format("{:.2f}", headShareOfLayer * model.head / model.layer))};
}

/// Of what each rank sends and receives in a ring.
double ringShare(int ranks) { return 2.0 * (ranks - 1) / ranks; }

/// A layer on `ranks` tensor-parallel ranks, by one that took `measured` on `base` of them.
LayerSpread shardedLayer(LayerSpread own, double measured, int base, int ranks)
{
    // Work is no longer than what was measured. Where it is told longer, little is known of how much of it there is.
    const double most = measured * base;
    if (own.ns > most)
        own = {most, std::min(own.low, most / 2), most};
    own.high = std::min(own.high, most);
    // Nothing is left of the rest, or all of it: a host that is late for many small calls may be late for large ones.
    if (ranks == 1)
        return {own.ns, own.low, std::max(own.high, measured)};
    const auto with = [&](double work, double restFactor) {
        const double rest = std::max(measured - work / base, 0.0);
        return work / ranks + rest * restFactor;
    };
    const double ring = ringShare(ranks) / ringShare(base);
    LayerSpread layer {with(own.ns, 1), 0, 0};
    layer.low = layer.high = layer.ns;
    for (const double work : {own.low, own.high}) {
        for (const double restFactor : {1.0, ring}) {
            layer.low = std::min(layer.low, with(work, restFactor));
            layer.high = std::max(layer.high, with(work, restFactor));
        }
    }
    return layer;
}

void scaleLoggedLayers(Work& layer, double factor)
{
    for (WorkPiece& piece : layer)
        piece.ns *= factor;
}

} // namespace

std::optional<ShardedLog> shardedLike(
    const JobFacts& asked, const JobProfile& own, const std::vector<JobProfile>& others)
{
    std::vector<const JobProfile*> logs;
    const auto consider = [&](const JobProfile& job) {
        if (job.microbatchSize == asked.microbatchSize && job.layerWork)
            logs.push_back(&job);
    };
    consider(own);
    for (const JobProfile& job : others)
        consider(job);
    const JobProfile* base = nullptr;
    const auto distance = [&](const JobProfile& job) { return std::abs(std::log2(double(job.tensor) / asked.tensor)); };
    for (const JobProfile* job : logs) {
        if (job->tensor > 1 && loggedLayerNs(*job) > 0 && (!base || distance(*job) < distance(*base)))
            base = job;
    }
    if (!base || asked.tensor > base->ranksPerNode || base->layerWork->layers < asked.stages)
        return std::nullopt;
    const std::optional<LayerOwnWork> work = ownWorkOf(*base, logs);
    if (!work)
        return std::nullopt;
    const double measured = loggedLayerNs(*base);
    const LayerSpread layer = shardedLayer(work->time, measured, base->tensor, asked.tensor);

    ShardedLog made;
    made.from = base;
    JobProfile& job = made.job;
    static_cast<JobFacts&>(job) = *base;
    job.tensor = asked.tensor;
    job.data = asked.data;
    job.expert = asked.expert;
    job.stages = asked.stages;
    job.microbatches = asked.microbatches;
    scaleLoggedLayers(job.layerWork->layerForward, layer.ns / measured);
    scaleLoggedLayers(job.layerWork->layerBackward, layer.ns / measured);
    job.layersOfStage = evenPartition(job.layerWork->layers, job.stages);
    job.ranks = stageWork(*job.layerWork, job.layersOfStage);
    for (RankWork& rank : job.ranks)
        rank.rank = rank.stage * job.tensor * job.data;
    const double layers = job.layersOfStage.front() * (1 + job.assumedBackwardRatio.value_or(usualBackwardRatio))
        * (job.microbatches + job.stages - 1);
    job.tensorErrorNs = {(layer.ns - layer.low) * layers, (layer.high - layer.ns) * layers};
    job.assumptions.emplace_back(
        say("Layers with {} tensor-parallel ranks follow from what the log {} measured with {}: "
            "their own work shrinks with the group, what they take besides stays.",
            asked.tensor, base->name, base->tensor));
    job.assumptions.emplace_back(work->how);
    return made;
}

} // namespace bubblescope
