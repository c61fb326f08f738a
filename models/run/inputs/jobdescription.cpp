// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobdescription.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

struct SizeLimit {
    const char* field;
    int64_t value;
    int64_t least;
    int64_t most;
};

Message firstBeyond(std::initializer_list<SizeLimit> limits)
{
    for (const SizeLimit& limit : limits) {
        if (limit.value < limit.least || limit.value > limit.most)
            return say("{} is {}: it must lie between {} and {}", limit.field, limit.value, limit.least, limit.most);
    }
    return {};
}

constexpr std::array<std::string_view, 4> shardingKeys {"none", "optimizer", "gradients", "parameters"};
constexpr std::array<std::string_view, 3> recomputeKeys {"none", "selective", "full"};
constexpr std::array<std::string_view, 4> precisionKeys {"fp32", "fp16", "bf16", "fp8"};
constexpr std::array<std::string_view, 4> frameworkKeys {"generic", "megatron", "deepspeed", "nanotron"};

template <typename Kind> std::optional<Kind> kindFromKey(std::span<const std::string_view> keys, std::string_view key)
{
    for (size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] == key)
            return Kind(i);
    }
    return std::nullopt;
}

} // namespace

Message whatIsWrong(const ModelDescription& model)
{
    const int least = model.experts > 0 ? 1 : 0;
    if (Message wrong = firstBeyond({
            {"layers", model.layers, 1, Most::layers},
            {"hidden", model.hidden, 1, Most::width},
            {"heads", model.heads, 1, Most::heads},
            {"kv-heads", model.keyValueHeads, 1, Most::heads},
            {"head-size", model.isLatent ? 1 : model.headSize, 1, Most::width},
            {"vocabulary", model.vocabulary, 1, Most::vocabulary},
            {"positions", model.positions, 0, Most::tokens},
            {"sliding-window", model.slidingWindow, 0, Most::batch},
            {"experts", model.experts, 0, Most::experts},
            {"dense-layers", model.denseLayers, 0, model.layers},
            {"ffn", model.feedForward, model.expertLayers() < model.layers ? 1 : 0, Most::width},
            {"active-experts", model.activeExperts, least, std::max(model.experts, 0)},
            {"expert-ffn", model.expertFeedForward, least, Most::width},
            {"shared-ffn", model.sharedFeedForward, 0, Most::width},
            {"query-rank", model.queryRank, 0, Most::width},
            {"kv-rank", model.keyValueRank, model.isLatent ? 1 : 0, Most::width},
            {"rope-head-size", model.ropeHeadSize, 0, Most::width},
            {"plain-head-size", model.plainHeadSize, model.isLatent ? 1 : 0, Most::width},
            {"value-head-size", model.valueHeadSize, model.isLatent ? 1 : 0, Most::width},
            {"next-token-layers", model.nextTokenLayers, 0, Most::layers},
        });
        !wrong.empty())
        return wrong;
    if (!model.isLatent && model.heads % model.keyValueHeads != 0)
        return say("{} heads cannot share {} key/value heads", model.heads, model.keyValueHeads);
    return {};
}

Message whatIsWrong(const PlannedLayout& layout)
{
    const auto size = [](const std::optional<int>& value) { return int64_t(value.value_or(1)); };
    Message wrong = firstBeyond({
        {"gpus", size(layout.gpus), 1, Most::gpus},
        {"gpus-per-node", size(layout.gpusPerNode), 1, Most::gpus},
        {"tensor", size(layout.tensor), 1, Most::gpus},
        {"stages", size(layout.stages), 1, Most::gpus},
        {"chunks", size(layout.chunks), 1, Most::layers},
        {"data", size(layout.data), 1, Most::gpus},
        {"replicas", size(layout.replicas), 1, Most::gpus},
        {"context", size(layout.context), 1, Most::gpus},
        {"expert", size(layout.expert), 1, Most::gpus},
        {"expert-tensor", size(layout.expertTensor), 1, Most::gpus},
        {"microbatch-size", size(layout.microbatchSize), 1, Most::batch},
        {"microbatches", size(layout.microbatches), 1, Most::batch},
        {"batch", size(layout.globalBatch), 1, Most::batch},
        {"sequence", size(layout.sequence), 1, Most::tokens},
        {"recomputed-layers", size(layout.recomputedLayers), 1, Most::layers},
        {"vocabulary-multiple", size(layout.vocabularyMultiple), 1, Most::vocabulary},
        {"padded-vocabulary", size(layout.paddedVocabulary), 1, Most::vocabulary},
        {"gradient-bytes", size(layout.gradientBytes), 1, 8},
    });
    for (const int layers : layout.layersOfPieces) {
        if (wrong.empty())
            wrong = firstBeyond({{"partition", layers, 0, Most::layers}});
    }
    return wrong;
}

std::string_view shardingKey(StateSharding sharding) { return shardingKeys[size_t(sharding)]; }
std::optional<StateSharding> shardingFromKey(std::string_view key)
{
    return kindFromKey<StateSharding>(shardingKeys, key);
}
std::string_view recomputeKey(Recompute recompute) { return recomputeKeys[size_t(recompute)]; }
std::optional<Recompute> recomputeFromKey(std::string_view key) { return kindFromKey<Recompute>(recomputeKeys, key); }
std::string_view precisionKey(Precision precision) { return precisionKeys[size_t(precision)]; }
std::optional<Precision> precisionFromKey(std::string_view key) { return kindFromKey<Precision>(precisionKeys, key); }
std::string_view trainingFrameworkKey(TrainingFramework framework) { return frameworkKeys[size_t(framework)]; }
std::optional<TrainingFramework> trainingFrameworkFromKey(std::string_view key)
{
    return kindFromKey<TrainingFramework>(frameworkKeys, key);
}

} // namespace bubblescope
