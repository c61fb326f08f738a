// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runlog.h"

#include "median.h"
#include "stepbatches.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace bubblescope {
namespace {

/// The blocks of one step: a range of RunLog::blocks, which is sorted by step.
std::pair<const StageBlock*, const StageBlock*> blocksOfStep(const std::vector<StageBlock>& blocks, int64_t step)
{
    const auto first = std::lower_bound(blocks.begin(), blocks.end(), step,
        [](const StageBlock& block, int64_t number) { return block.step < number; });
    const auto last = std::upper_bound(
        first, blocks.end(), step, [](int64_t number, const StageBlock& block) { return number < block.step; });
    return {blocks.data() + (first - blocks.begin()), blocks.data() + (last - blocks.begin())};
}

/// The first step is warmup: it counts only if it is the only one.
template <typename T> void dropWarmup(std::vector<T>& steps)
{
    if (steps.size() > 1)
        steps.erase(steps.begin());
}

} // namespace

double StageBlock::totalMs() const
{
    double total = 0;
    for (const LayerTime& layer : layers)
        total += layer.totalMs;
    return total;
}

std::vector<int64_t> RunLog::blockSteps() const
{
    std::vector<int64_t> numbers;
    for (const StageBlock& block : blocks) {
        if (numbers.empty() || numbers.back() != block.step)
            numbers.push_back(block.step);
    }
    return numbers;
}

int64_t RunLog::stepCount() const
{
    if (!blocks.empty())
        return static_cast<int64_t>(blockSteps().size());
    if (!steps.empty())
        return static_cast<int64_t>(steps.size());
    int64_t count = 0;
    for (const RankStepTime& time : rankSteps)
        count = std::max<int64_t>(count, int64_t(time.occurrence) + 1);
    return count;
}

int RunLog::stageCount() const
{
    std::set<int> stages;
    for (const StageBlock& block : blocks) {
        if (block.stage >= 0)
            stages.insert(block.stage);
    }
    return static_cast<int>(stages.size());
}

uint64_t RunLog::lossPoints() const
{
    return static_cast<uint64_t>(
        std::count_if(steps.begin(), steps.end(), [](const LogStep& step) { return step.loss.has_value(); }));
}

std::optional<double> RunLog::medianStepMs() const
{
    // Steps of other batches take other times.
    const std::vector<int64_t> batches = growingBatches(*this);
    const int64_t usual = usualBatch(batches);
    std::vector<double> times;
    for (size_t i = 1; i < steps.size(); ++i) {
        if (steps[i].stepMs && (batches.empty() || batches[i] == usual))
            times.push_back(*steps[i].stepMs);
    }
    if (times.empty() && !steps.empty() && steps.front().stepMs)
        times.push_back(*steps.front().stepMs);
    if (times.empty())
        return std::nullopt;
    return medianOf(times);
}

std::vector<double> RunLog::stageForwardMsPerMicrobatch() const
{
    if (!microbatches || *microbatches <= 0)
        return {};
    std::vector<int64_t> numbers = blockSteps();
    dropWarmup(numbers);
    std::map<int, std::vector<double>> byStage;
    for (const int64_t number : numbers) {
        const auto [first, last] = blocksOfStep(blocks, number);
        std::map<int, double> slowest;
        for (const StageBlock* block = first; block != last; ++block) {
            if (block->stage >= 0)
                slowest[block->stage] = std::max(slowest[block->stage], block->totalMs());
        }
        for (const auto& [stage, total] : slowest)
            byStage[stage].push_back(total / *microbatches);
    }
    std::vector<double> result;
    if (byStage.empty())
        return result;
    result.assign(static_cast<size_t>(byStage.rbegin()->first) + 1, std::numeric_limits<double>::quiet_NaN());
    for (auto& [stage, values] : byStage)
        result[static_cast<size_t>(stage)] = medianOf(values);
    return result;
}

std::vector<RunLog::LayerForward> RunLog::layerForwardMs(int64_t step) const
{
    const auto [first, last] = blocksOfStep(blocks, step);
    std::map<std::pair<int, int>, double> parts; // by layer and stage
    for (const StageBlock* block = first; block != last; ++block) {
        std::map<int, double> ofRank; // a block printed in pieces may name a layer twice
        for (const StageBlock::LayerTime& layer : block->layers)
            ofRank[layer.layer] += layer.totalMs;
        for (const auto& [layer, total] : ofRank) {
            double& slowest = parts[{layer, block->stage}];
            slowest = std::max(slowest, total);
        }
    }
    std::vector<LayerForward> result;
    for (const auto& [key, total] : parts) {
        if (result.empty() || result.back().layer != key.first)
            result.push_back({key.first, 0});
        result.back().ms += total;
    }
    return result;
}

std::vector<RunLog::LayerForward> RunLog::medianLayerForwardMs() const
{
    std::vector<int64_t> numbers = blockSteps();
    dropWarmup(numbers);
    std::map<int, std::vector<double>> byLayer;
    for (const int64_t number : numbers) {
        for (const LayerForward& layer : layerForwardMs(number))
            byLayer[layer.layer].push_back(layer.ms);
    }
    std::vector<LayerForward> result;
    for (auto& [layer, values] : byLayer)
        result.push_back({layer, medianOf(values)});
    return result;
}

const char* runLogKindName(RunLog::Kind kind)
{
    switch (kind) {
    case RunLog::Kind::OptPrime:
        return "opt_prime";
    case RunLog::Kind::Megatron:
        return "megatron";
    case RunLog::Kind::DeepSpeed:
        return "deepspeed";
    case RunLog::Kind::TorchTitan:
        return "torchtitan";
    case RunLog::Kind::StepTimes:
        return "step-times";
    case RunLog::Kind::Trainer:
        return "trainer";
    case RunLog::Kind::Mlperf:
        return "mlperf";
    case RunLog::Kind::Scalars:
        return "scalars";
    }
    return "";
}

std::string logLayerName(int layer)
{
    if (layer == StageBlock::embedding)
        return "embed";
    if (layer == StageBlock::head)
        return "lm_head";
    return std::to_string(layer);
}

} // namespace bubblescope
