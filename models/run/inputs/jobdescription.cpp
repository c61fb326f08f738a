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

// Far beyond what was built (GPT-MoE models of Google have 2,048 experts, vocabularies 262,144 tokens): more is a
// typing error, and products of such sizes stay exact in a double.
constexpr int mostLayers = 4096;
constexpr int mostHidden = 1 << 20;
constexpr int mostHeads = 1 << 16;
constexpr int mostVocabulary = 1 << 26;
constexpr int mostExperts = 1 << 16;
constexpr int mostGpus = 1 << 20;
constexpr int mostPositions = 1 << 26;
constexpr int mostBatch = 1 << 30;

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
            {"layers", model.layers, 1, mostLayers},
            {"hidden", model.hidden, 1, mostHidden},
            {"heads", model.heads, 1, mostHeads},
            {"kv-heads", model.keyValueHeads, 1, mostHeads},
            {"head-size", model.isLatent ? 1 : model.headSize, 1, mostHidden},
            {"vocabulary", model.vocabulary, 1, mostVocabulary},
            {"positions", model.positions, 0, mostPositions},
            {"sliding-window", model.slidingWindow, 0, mostBatch},
            {"experts", model.experts, 0, mostExperts},
            {"dense-layers", model.denseLayers, 0, model.layers},
            {"ffn", model.feedForward, model.expertLayers() < model.layers ? 1 : 0, mostHidden},
            {"active-experts", model.activeExperts, least, std::max(model.experts, 0)},
            {"expert-ffn", model.expertFeedForward, least, mostHidden},
            {"shared-ffn", model.sharedFeedForward, 0, mostHidden},
            {"query-rank", model.queryRank, 0, mostHidden},
            {"kv-rank", model.keyValueRank, model.isLatent ? 1 : 0, mostHidden},
            {"rope-head-size", model.ropeHeadSize, 0, mostHidden},
            {"plain-head-size", model.plainHeadSize, model.isLatent ? 1 : 0, mostHidden},
            {"value-head-size", model.valueHeadSize, model.isLatent ? 1 : 0, mostHidden},
            {"next-token-layers", model.nextTokenLayers, 0, mostLayers},
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
        {"gpus", size(layout.gpus), 1, mostGpus},
        {"gpus-per-node", size(layout.gpusPerNode), 1, mostGpus},
        {"tensor", size(layout.tensor), 1, mostGpus},
        {"stages", size(layout.stages), 1, mostGpus},
        {"chunks", size(layout.chunks), 1, mostLayers},
        {"data", size(layout.data), 1, mostGpus},
        {"replicas", size(layout.replicas), 1, mostGpus},
        {"context", size(layout.context), 1, mostGpus},
        {"expert", size(layout.expert), 1, mostGpus},
        {"expert-tensor", size(layout.expertTensor), 1, mostGpus},
        {"microbatch-size", size(layout.microbatchSize), 1, mostBatch},
        {"microbatches", size(layout.microbatches), 1, mostBatch},
        {"batch", size(layout.globalBatch), 1, mostBatch},
        {"sequence", size(layout.sequence), 1, mostPositions},
        {"recomputed-layers", size(layout.recomputedLayers), 1, mostLayers},
        {"vocabulary-multiple", size(layout.vocabularyMultiple), 1, mostVocabulary},
        {"padded-vocabulary", size(layout.paddedVocabulary), 1, mostVocabulary},
        {"gradient-bytes", size(layout.gradientBytes), 1, 8},
    });
    for (const int layers : layout.layersOfPieces) {
        if (wrong.empty())
            wrong = firstBeyond({{"partition", layers, 0, mostLayers}});
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

} // namespace bubblescope
