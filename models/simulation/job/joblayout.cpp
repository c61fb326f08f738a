// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "joblayout.h"

#include "pricing.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

std::optional<Error> whyTooLarge(int64_t tensor, int64_t data, int64_t stages)
{
    // A double can hold the product of any three. Every stage has at least one layer.
    if (stages <= maximumLayers && double(tensor) * double(data) * double(stages) <= maximumGpus)
        return std::nullopt;
    return Error {say("A job of TP {} x PP {} x DP {} is not possible.", tensor, stages, data),
        say("Choose at most {} stages and {} GPUs in all.", maximumLayers, maximumGpus), {}};
}

std::optional<Error> whyNoLayers(int64_t layers, int fewest)
{
    if (layers >= fewest && layers <= maximumLayers)
        return std::nullopt;
    return Error {say("A model of {} layers is not possible.", layers),
        say("Give between 1 and {} layers.", maximumLayers), {}};
}

std::string JobLayout::hostName(int rank) const
{
    return world() > ranksPerNode ? fmt::format("node{}", rank / ranksPerNode) : std::string();
}

std::vector<int> JobLayout::members(Category kind, int number) const
{
    const int stage = number / ranksPerStage();
    const int d = number / tensor % data;
    const int t = number % tensor;
    std::vector<int> all;
    switch (kind) {
    case Category::TensorComm:
        for (int i = 0; i < tensor; ++i)
            all.push_back(rank(stage, d, i));
        break;
    case Category::DataComm:
        for (int i = 0; i < data; ++i)
            all.push_back(rank(stage, i, t));
        break;
    case Category::ExpertComm:
        for (int i = 0; i < expert; ++i)
            all.push_back(rank(stage, d / expert * expert + i, t));
        break;
    case Category::ExpertDataComm:
        for (int i = d % expert; i < data; i += expert)
            all.push_back(rank(stage, i, t));
        break;
    case Category::EmbeddingComm:
        all.push_back(rank(0, d, t));
        if (stages > 1)
            all.push_back(rank(stages - 1, d, t));
        break;
    case Category::OtherComm:
        for (int s = 0; s < stages; ++s) {
            for (int i = 0; i < tensor; ++i)
                all.push_back(rank(s, d, i));
        }
        break;
    default:
        break;
    }
    if (!std::binary_search(all.begin(), all.end(), number))
        return {number};
    return all;
}

GroupPlacement JobLayout::placement(Category kind, int number) const
{
    std::vector<int> nodes = members(kind, number);
    for (int& member : nodes)
        member /= ranksPerNode;
    return placementOf(std::move(nodes), std::min(ranksPerNode, world()));
}

GroupPlacement JobLayout::between(int from, int to) const
{
    GroupPlacement peers = placementOf({from / ranksPerNode, to / ranksPerNode}, std::min(ranksPerNode, world()));
    const int place = from % ranksPerStage();
    peers.pipelineNodes = (place + ranksPerStage() * (stages - 1)) / ranksPerNode - place / ranksPerNode + 1;
    return peers;
}

} // namespace bubblescope
