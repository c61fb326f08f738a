// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logstep.h"

#include "knownmodels.h"
#include "layerwork.h"
#include "measuredlog.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

bool isTransformerLayer(int layer) { return layer != StageBlock::embedding && layer != StageBlock::head; }

WorkPiece forwardPiece(int layer, double ns)
{
    WorkPiece piece;
    piece.name = isTransformerLayer(layer) ? fmt::format("layer {}", layer) : logLayerName(layer);
    piece.ns = ns;
    piece.category = Category::Forward;
    piece.computeClass = layer == StageBlock::embedding ? ComputeClass::MemoryBound : ComputeClass::Layers;
    piece.layer = isTransformerLayer(layer) ? layer : -1;
    return piece;
}

Work backwardOf(const Work& forward)
{
    Work work(forward.rbegin(), forward.rend());
    for (WorkPiece& piece : work)
        piece.category = Category::Backward;
    return work;
}

/// Time of each layer on each stage over all steps except the first.
std::vector<std::map<int, double>> layerShares(const RunLog& log, size_t stages)
{
    std::vector<std::map<int, double>> shares(stages);
    const std::vector<int64_t> steps = log.blockSteps();
    for (const StageBlock& block : log.blocks) {
        const bool isWarmup = steps.size() > 1 && block.step == steps.front();
        if (isWarmup || block.stage < 0 || size_t(block.stage) >= stages)
            continue;
        for (const StageBlock::LayerTime& layer : block.layers)
            shares[size_t(block.stage)][layer.layer] += layer.totalMs;
    }
    return shares;
}

/// A layer on two stages counts for the one with the greater part of it.
std::vector<int> layersOfStages(const std::vector<std::map<int, double>>& shares)
{
    std::map<int, std::pair<double, size_t>> holder;
    for (size_t stage = 0; stage < shares.size(); ++stage) {
        for (const auto& [layer, ms] : shares[stage]) {
            if (!isTransformerLayer(layer))
                continue;
            const auto it = holder.try_emplace(layer, 0.0, stage).first;
            if (ms > it->second.first)
                it->second = {ms, stage};
        }
    }
    std::vector<int> layers(shares.size(), 0);
    for (const auto& [layer, held] : holder)
        ++layers[held.second];
    return layers;
}

LayerWork meanLayer(const RunLog& log, int microbatches)
{
    LayerWork work;
    double sum = 0;
    for (const RunLog::LayerForward& layer : log.medianLayerForwardMs()) {
        const double ns = layer.ms * nsPerMs / microbatches;
        if (layer.layer == StageBlock::embedding) {
            work.prologueForward.push_back(forwardPiece(layer.layer, ns));
        } else if (layer.layer == StageBlock::head) {
            work.epilogueForward.push_back(forwardPiece(layer.layer, ns));
        } else {
            sum += ns;
            ++work.layers;
        }
    }
    if (work.layers > 0) {
        work.layerForward.push_back(forwardPiece(0, sum / work.layers));
        work.layerForward.back().name = "layer";
    }
    work.prologueBackward = backwardOf(work.prologueForward);
    work.layerBackward = backwardOf(work.layerForward);
    work.epilogueBackward = backwardOf(work.epilogueForward);
    return work;
}

/// By its name and parameters; of any number of layers where no stage block tells it.
ModelSizes sizesOfModel(const RunLog& log, int layers)
{
    ModelSizes sizes;
    if (!log.parameters)
        return sizes;
    sizes.parameters = double(*log.parameters);
    if (const KnownModel* known = knownModel(log.modelName, sizes.parameters, layers)) {
        sizes.name = known->name;
        sizes.layer = known->passedMatrices(known->experts > 0);
        sizes.head = known->headParameters();
    }
    return sizes;
}

} // namespace

Result<JobProfile> profileOfLog(const RunLog& log)
{
    if (log.blocks.empty() && !log.whyNotDescribed.empty())
        return refusedLog(log,
            say("it prints no forward time per stage, and what it states describes no model: {}", log.whyNotDescribed),
            say("Logs of opt_prime time stages; otherwise open the rank traces or a layer table of the same job."));
    if (log.blocks.empty())
        return refusedLog(log, say("it prints no forward time per stage"),
            say("Logs of opt_prime do; otherwise open the rank traces or a layer table of the same job."));
    const int microbatches = log.microbatches.value_or(0);
    if (microbatches < 1)
        return refusedLog(log, say("it does not say how many microbatches a step has (GAS)"),
            say("Keep the lines at the start of the log, where they are stated."));
    const std::vector<double> forwardMs = log.stageForwardMsPerMicrobatch();
    for (size_t stage = 0; stage < forwardMs.size(); ++stage) {
        if (std::isnan(forwardMs[stage]))
            return refusedLog(log, say("it has no forward time of stage {}", stage), say("Use a log of all ranks."));
    }
    if (forwardMs.empty())
        return refusedLog(log, say("it names no stage in its forward times"), say("Use a log that does."));
    const int pipeline = log.pipelineParallel.value_or(int(forwardMs.size()));
    if (size_t(std::max(pipeline, 0)) > forwardMs.size())
        return refusedLog(log, say("it has forward times of {} of {} stages", forwardMs.size(), pipeline),
            say("Use a log of all ranks."));

    JobProfile profile;
    profile.name = log.name;
    profile.origin = Origin::Measured;
    using Size = GuessedSize::Of;
    profile.tensor = std::max(profile.givenOr(log.tensorParallel, Size::Tensor, 1), 1);
    profile.data = std::max(profile.givenOr(log.dataParallel, Size::Data, 1), 1);
    profile.expert = std::clamp(log.expertParallel.value_or(1), 1, profile.data);
    profile.stages = int(forwardMs.size());
    profile.microbatches = microbatches;
    profile.microbatchSize = std::max(profile.givenOr(log.microbatchSize, Size::MicrobatchSize, 1), 1);
    if (profile.hasPeers())
        profile.ranksPerNode = profile.givenOr({}, Size::RanksPerNode, assumedRanksPerNode);
    profile.replicasAreAlike = true;
    profile.blockingSends = false;
    profile.assumedBackwardRatio = usualBackwardRatio;
    const std::vector<std::map<int, double>> shares = layerShares(log, forwardMs.size());
    for (size_t stage = 0; stage < forwardMs.size(); ++stage) {
        RankWork& rank = profile.ranks.emplace_back();
        rank.rank = int(stage) * profile.tensor * profile.data;
        rank.stage = int(stage);
        double sum = 0;
        for (const auto& [layer, ms] : shares[stage])
            sum += ms;
        for (const auto& [layer, ms] : shares[stage]) {
            if (ms > 0)
                rank.forward.push_back(forwardPiece(layer, forwardMs[stage] * nsPerMs * ms / sum));
        }
        rank.backward = backwardOf(rank.forward);
    }
    LayerWork work = meanLayer(log, microbatches);
    profile.model = sizesOfModel(log, work.layers);
    if (work.layers >= profile.stages) {
        profile.layersOfStage = layersOfStages(shares);
        profile.layerWork = std::move(work);
    }
    if (const std::optional<double> stepMs = log.medianStepMs()) {
        profile.statedStepNs = *stepMs * nsPerMs;
        profile.statedOrigin = Origin::Measured;
    }

    const auto assume = [&profile](Message sentence, Assumption::Id id = Assumption::Id::Other) {
        profile.assumptions.emplace_back(std::move(sentence), id);
    };
    assume(say("The log has no backward times: {} times the forward pass is assumed.", usualBackwardRatio),
        Assumption::Id::Backward);
    assume(say("The log does not name its schedule: 1F1B assumed."), Assumption::Id::Schedule);
    if (profile.stages > 1)
        assume(say("The log does not time messages between stages: they are free and do not block."));
    if (profile.data > 1)
        assume(say("The log does not time the exchange of gradients between replicas: none is counted."));
    assume(say("The log times neither optimizer nor host: they are in the part of the step that is not explained."));
    return profile;
}

} // namespace bubblescope
