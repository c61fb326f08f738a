// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "torchtitanflavors.h"

#include <array>
#include <tuple>

namespace bubblescope {

namespace {

struct Flavor {
    std::string_view name;
    std::string_view flavor;
    int layers;
    int hidden;
    int heads;
    int keyValueHeads;
    int headSize;
    int feedForward; ///< of one expert where there are experts
    int vocabulary;
    bool isTied = false;
    int experts = 0;
    int activeExperts = 0;
    int sharedExperts = 0;
    int denseLayers = 0;
    int denseFeedForward = 0;
    int queryRank = -1; ///< of latent attention
};

constexpr auto flavors = std::to_array<Flavor>({
    {"llama3", "debugmodel", 6, 256, 16, 16, 16, 768, 2048},
    {"llama3", "1B", 16, 2048, 32, 8, 64, 8192, 128256, true},
    {"llama3", "3B", 28, 3072, 24, 8, 128, 8192, 128256, true},
    {"llama3", "8B", 32, 4096, 32, 8, 128, 14336, 128256},
    {"llama3", "70B", 80, 8192, 64, 8, 128, 28672, 128256},
    {"llama3", "405B", 126, 16384, 128, 8, 128, 53248, 128256},
    {"qwen3", "0.6B", 28, 1024, 16, 8, 128, 3072, 151936, true},
    {"qwen3", "1.7B", 28, 2048, 16, 8, 128, 6144, 151936, true},
    {"qwen3", "4B", 36, 2560, 32, 8, 128, 9728, 151936, true},
    {"qwen3", "8B", 36, 4096, 32, 8, 128, 12288, 151936},
    {"qwen3", "14B", 40, 5120, 40, 8, 128, 17408, 151936},
    {"qwen3", "32B", 64, 5120, 64, 8, 128, 25600, 151936},
    {"qwen3", "30B-A3B", 48, 2048, 32, 4, 128, 768, 151936, false, 128, 8},
    {"qwen3", "235B-A22B", 94, 4096, 64, 4, 128, 1536, 151936, false, 128, 8},
    {"deepseek_v3", "debugmodel", 6, 256, 16, 16, 128, 256, 2048, false, 8, 3, 2, 1, 1024, 0},
    {"deepseek_v3", "16B", 27, 2048, 16, 16, 128, 1408, 102400, false, 64, 6, 2, 1, 10944, 0},
    {"deepseek_v3", "236B", 60, 5120, 128, 128, 128, 1536, 102400, false, 160, 6, 2, 1, 12288, 1536},
    {"deepseek_v3", "671B", 61, 7168, 128, 128, 128, 2048, 129280, false, 256, 8, 1, 3, 18432, 1536},
});

ModelDescription modelOf(const Flavor& flavor)
{
    ModelDescription model;
    model.name = std::string(flavor.name) + ' ' + std::string(flavor.flavor);
    model.family = flavor.name;
    model.layers = flavor.layers;
    model.hidden = flavor.hidden;
    model.heads = flavor.heads;
    model.keyValueHeads = flavor.keyValueHeads;
    model.headSize = flavor.headSize;
    model.vocabulary = flavor.vocabulary;
    model.isTied = flavor.isTied;
    model.experts = flavor.experts;
    if (model.experts > 0) {
        model.activeExperts = flavor.activeExperts;
        model.expertFeedForward = flavor.feedForward;
        model.sharedExperts = flavor.sharedExperts;
        model.sharedFeedForward = flavor.sharedExperts * flavor.feedForward;
        model.denseLayers = flavor.denseLayers;
        model.feedForward = flavor.denseFeedForward;
    } else {
        model.feedForward = flavor.feedForward;
    }
    if (flavor.name == "qwen3")
        model.queryNorm = model.keyNorm = model.headSize;
    if (flavor.queryRank >= 0) {
        model.isLatent = true;
        model.queryRank = flavor.queryRank;
        model.keyValueRank = 512;
        model.plainHeadSize = 128;
        model.ropeHeadSize = 64;
        model.valueHeadSize = 128;
    }
    return model;
}

} // namespace

std::optional<ModelDescription> torchTitanModel(std::string_view name, std::string_view flavor)
{
    for (const std::string_view kernels : {"_flex_attn", "_varlen_attn", "_flex", "_varlen"}) {
        if (flavor.ends_with(kernels)) {
            flavor.remove_suffix(kernels.size());
            break;
        }
    }
    for (const Flavor& known : flavors) {
        if (known.name == name && known.flavor == flavor)
            return modelOf(known);
    }
    return std::nullopt;
}

std::optional<std::pair<std::string_view, std::string_view>> torchTitanFlavorOf(const ModelDescription& model)
{
    const auto sizes = [](const ModelDescription& of) {
        return std::tuple(of.layers, of.hidden, of.heads, of.keyValueHeads, of.isLatent ? 0 : of.headSize, of.isGated,
            of.vocabulary, of.isTied, of.experts, of.activeExperts, of.expertFeedForward, of.sharedFeedForward,
            of.denseLayers, of.denseLayers > 0 || of.experts == 0 ? of.feedForward : 0, of.isLatent, of.queryRank,
            of.keyValueRank, of.ropeHeadSize, of.plainHeadSize, of.valueHeadSize, of.queryNorm);
    };
    for (const Flavor& known : flavors) {
        if (sizes(modelOf(known)) == sizes(model))
            return std::pair(known.name, known.flavor);
    }
    return std::nullopt;
}

std::string torchTitanModels()
{
    std::string all;
    std::string_view last;
    for (const Flavor& known : flavors) {
        if (known.name == last)
            all += ", ";
        else
            all.append(all.empty() ? "" : "; ").append(known.name).append(": ");
        all += known.flavor;
        last = known.name;
    }
    return all;
}

} // namespace bubblescope
