// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampleplan.h"

#include "jobprofile.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

constexpr double achievedShareOfPeak = 0.45; // for matrix work in a well-tuned training step
constexpr double halfBytes = 2;
constexpr double floatBytes = 4;
constexpr double adamBytesPerParameter = 28; // reads gradient, weights and two moments, writes the last three

std::string shape(std::string_view function, std::initializer_list<int64_t> extents, std::string_view type)
{
    return fmt::format("{} [{}] {}", function, fmt::join(extents, ", "), type);
}

} // namespace

TimeNs onSampleGrid(double ns) { return std::max<TimeNs>(0, std::llround(ns / double(sampleGridNs))) * sampleGridNs; }

SampleLayout::SampleLayout(const SampleOptions& options)
    : stages(options.stages), tensor(options.tensor), data(options.data), expert(options.expert), hosts(options.hosts)
{
}

std::vector<int> groupMembers(const SampleLayout& layout, SampleGroup group, int rank)
{
    const int stage = layout.stageOf(rank);
    const int dataIndex = layout.dataOf(rank);
    const int tensorIndex = layout.tensorOf(rank);
    std::vector<int> members;
    switch (group) {
    case SampleGroup::Tensor:
        for (int t = 0; t < layout.tensor; ++t)
            members.push_back(layout.rank(stage, dataIndex, t));
        break;
    case SampleGroup::Data:
        for (int d = 0; d < layout.data; ++d)
            members.push_back(layout.rank(stage, d, tensorIndex));
        break;
    case SampleGroup::Expert:
        for (int e = 0; e < layout.expert; ++e)
            members.push_back(layout.rank(stage, dataIndex / layout.expert * layout.expert + e, tensorIndex));
        break;
    case SampleGroup::ExpertData:
        for (int d = dataIndex % layout.expert; d < layout.data; d += layout.expert)
            members.push_back(layout.rank(stage, d, tensorIndex));
        break;
    case SampleGroup::Embedding:
        members.push_back(layout.rank(0, dataIndex, tensorIndex));
        if (layout.stages > 1)
            members.push_back(layout.rank(layout.stages - 1, dataIndex, tensorIndex));
        break;
    case SampleGroup::ModelParallel:
        for (int s = 0; s < layout.stages; ++s) {
            for (int t = 0; t < layout.tensor; ++t)
                members.push_back(layout.rank(s, dataIndex, t));
        }
        break;
    }
    return members;
}

GroupPlacement placementOf(const SampleLayout& layout, const std::vector<int>& members)
{
    std::map<int, int> perHost;
    for (int rank : members)
        ++perHost[layout.hostOf(rank)];
    GroupPlacement placement;
    placement.ranks = int(members.size());
    for (const auto& [host, count] : perHost)
        placement.ranksPerNode = std::max(placement.ranksPerNode, count);
    // Every rank of a node has a card and belongs to a group of this kind; a ring uses those of all its ranks.
    placement.groupsSharingNics = std::max(1, defaultHardware().nicsPerNode / placement.ranksPerNode);
    return placement;
}

double SamplePlan::networkFactor(std::span<const int> members) const
{
    double factor = 1;
    for (const SampleOptions::RankFactor& slow : options.slowNics) {
        const auto isElsewhere = [&](int member) { return layout.hostOf(member) != layout.hostOf(slow.rank); };
        if (std::find(members.begin(), members.end(), slow.rank) != members.end()
            && std::any_of(members.begin(), members.end(), isElsewhere))
            factor = std::max(factor, slow.factor);
    }
    return factor;
}

TimeNs SamplePlan::collectiveTime(const SampleCollective& collective, const std::vector<int>& members) const
{
    const CollectivePrice price = priceCollective(collective.operation, collective.costBytes,
        placementOf(layout, members), defaultHardware(), CollectiveAlgorithm::Automatic);
    return std::max(onSampleGrid(price.ns), sampleGridNs);
}

double SamplePlan::plannedNs(const std::vector<SamplePiece>& pieces) const
{
    double ns = 0;
    for (const SamplePiece& piece : pieces) {
        ns += piece.computeNs + piece.expertNs;
        if (piece.collective == SamplePiece::none)
            continue;
        const SampleCollective& collective = collectives[size_t(piece.collective)];
        ns += double(collectiveTime(collective, groupMembers(layout, collective.group, 0)));
    }
    return ns;
}

SamplePlan::SamplePlan(const SampleOptions& sampleOptions) : options(sampleOptions), layout(sampleOptions)
{
    const Hardware& hardware = defaultHardware();
    const double hidden = options.hiddenSize;
    const double tokens = double(options.sequenceLength) * options.microbatchSize;
    const double vocabulary = std::ceil(double(options.vocabulary) / options.tensor); // padded, as in Megatron
    const double flopNs = nsPerSecond / (hardware.peakFlops * achievedShareOfPeak);

    // Matrix work of a GPT layer: 8 s h^2 for the projections, 4 s^2 h for the scores, 16 s h^2 for the MLP.
    attentionNs
        = (8 * tokens * hidden * hidden + 4 * tokens * options.sequenceLength * hidden) * flopNs / options.tensor;
    mlpNs = 16 * tokens * hidden * hidden * flopNs / options.tensor;
    embeddingNs = tokens * hidden * halfBytes * 6 / hardware.memoryBandwidth * nsPerSecond;
    messageBytes = tokens * hidden * halfBytes;
    embeddingGradients = int64_t(vocabulary * hidden);
    const bool isMixture = options.expert > 1;
    layerParameters = (isMixture ? 4 : 12) * hidden * hidden / options.tensor;
    expertParameters = isMixture ? 8 * hidden * hidden / options.tensor : 0;

    const double others = options.expert > 1 ? (options.expert - options.expertImbalance) / (options.expert - 1) : 1;
    expertLoad.assign(size_t(options.expert), others);
    expertLoad[size_t(options.busiestExpert())] = isMixture ? options.expertImbalance : 1;

    const int64_t s = options.sequenceLength;
    const int64_t b = options.microbatchSize;
    const int64_t h = options.hiddenSize;
    const auto add = [this](Operation operation, SampleGroup group, double bytes, std::string detail) {
        collectives.push_back({operation, group, bytes, {std::move(detail)}, {int64_t(bytes)}});
        return int(collectives.size() - 1);
    };
    const bool isSharded = options.tensor > 1;
    const auto addTensor = [&](Operation operation, double bytes, std::string detail) {
        return isSharded ? add(operation, SampleGroup::Tensor, bytes, std::move(detail)) : SamplePiece::none;
    };
    const int tokenBroadcast = addTensor(Operation::Broadcast, tokens * 8, shape("tokens", {b, s}, "int64"));
    if (tokenBroadcast != SamplePiece::none)
        getBatch.push_back({120'000, 0, tokenBroadcast});
    getBatch.push_back({60'000});
    // The mean over replicas is computed for a single one, too.
    if (options.data > 1) {
        loss.push_back(
            {200'000, 0, add(Operation::AllReduce, SampleGroup::Data, floatBytes, shape("loss_func", {1}, "float32"))});
    }
    loss.push_back({options.data > 1 ? 150'000.0 : 350'000.0});
    // The gradient norm: all ranks that share the model synchronize inside the optimizer, without a record.
    const int gradientNorm = add(Operation::AllReduce, SampleGroup::ModelParallel, floatBytes, {});
    const int embedding = addTensor(Operation::AllReduce, messageBytes, shape("embedding_fwd", {b, s, h}, "bfloat16"));
    const int linear = addTensor(Operation::AllReduce, messageBytes, shape("linear_fwd", {s * b, h}, "bfloat16"));
    const int linearBackward
        = addTensor(Operation::AllReduce, messageBytes, shape("normlinear_bwd", {s * b, h}, "bfloat16"));
    const int headBackward
        = addTensor(Operation::AllReduce, messageBytes, shape("embedding_bwd_async", {s, b, h}, "bfloat16"));
    std::array<int, 3> crossEntropy;
    for (int i = 0; i < 3; ++i) {
        crossEntropy[size_t(i)] = addTensor(Operation::AllReduce, tokens * floatBytes,
            shape(fmt::format("crossEntropy_fwd_{}", i + 1), {s, b}, "float32"));
    }
    int counts = SamplePiece::none;
    int dispatch = SamplePiece::none;
    int combine = SamplePiece::none;
    if (isMixture) {
        const double busiest = *std::max_element(expertLoad.begin(), expertLoad.end());
        counts = add(Operation::AllGather, SampleGroup::Expert, double(options.expert) * 8,
            shape("gather_along_first_dim_expert_parallel", {options.expert}, "int64"));
        dispatch = add(Operation::AllToAll, SampleGroup::Expert, messageBytes,
            shape("_profiled_all_to_all_single", {s * b, h}, "bfloat16"));
        combine = add(Operation::AllToAll, SampleGroup::Expert, messageBytes, {});
        collectives.back().details.clear();
        collectives.back().bytes.clear();
        for (double load : expertLoad) {
            // A rank returns as many tokens as it received.
            const int64_t given = std::llround(double(s * b) * load);
            collectives.back().details.push_back(shape("_profiled_all_to_all_single", {given, h}, "bfloat16"));
            collectives.back().bytes.push_back(given * h * int64_t(halfBytes));
        }
        collectives[size_t(dispatch)].costBytes *= busiest;
        collectives[size_t(combine)].costBytes *= busiest;
    }

    for (int stage = 0; stage < options.stages; ++stage) {
        SampleStage& made = stages.emplace_back();
        const bool isFirst = stage == 0;
        const bool isLast = stage == options.stages - 1;
        made.layers = options.layers / options.stages + (stage < options.layers % options.stages ? 1 : 0);
        if (isLast) {
            const double without = made.layers * layerNs() + embeddingNs + (isFirst ? embeddingNs : 0);
            headNs = embeddingNs + without * (options.lastStageFactor - 1);
        }
        made.forwardComputeNs = made.layers * layerNs() + (isFirst ? embeddingNs : 0) + (isLast ? headNs : 0);

        // Compute that no collective follows is carried over to the next piece.
        std::vector<SamplePiece> pieces;
        SamplePiece open;
        const auto work = [&](double ns) { open.computeNs += ns; };
        const auto expertWork = [&](double ns) { open.expertNs += ns; };
        const auto meet = [&](int collective) {
            if (collective == SamplePiece::none)
                return;
            open.collective = collective;
            pieces.push_back(open);
            open = {};
        };
        const auto close = [&] {
            pieces.push_back(open);
            open = {};
            return std::exchange(pieces, {});
        };
        const auto mlp = [&](double factor, int afterwards) {
            if (isMixture) {
                meet(counts);
                meet(dispatch);
                expertWork(mlpNs * factor);
                meet(combine);
            } else {
                work(mlpNs * factor);
            }
            meet(afterwards);
        };

        if (isFirst) {
            work(embeddingNs);
            meet(embedding);
        }
        for (int layer = 0; layer < made.layers; ++layer) {
            work(attentionNs);
            meet(linear);
            mlp(1, linear);
        }
        if (isLast) {
            work(headNs);
            for (int collective : crossEntropy)
                meet(collective);
        }
        made.forward = close();

        if (isLast) {
            work(headNs * backwardFactor);
            meet(headBackward);
        }
        for (int layer = 0; layer < made.layers; ++layer) {
            mlp(backwardFactor, linearBackward);
            work(attentionNs * backwardFactor);
            meet(linearBackward);
        }
        if (isFirst)
            work(embeddingNs * backwardFactor);
        made.backward = close();
        if (scheduleInfo(options.schedule).splitsBackward) {
            // Communication stays with the input gradient.
            SamplePiece& weight = made.weightGradient.emplace_back();
            for (SamplePiece& piece : made.backward) {
                weight.computeNs += piece.computeNs * WeightShare::usual;
                weight.expertNs += piece.expertNs * WeightShare::usual;
                piece.computeNs *= 1 - WeightShare::usual;
                piece.expertNs *= 1 - WeightShare::usual;
            }
        }

        const double tied = isFirst || isLast ? double(embeddingGradients) : 0;
        made.gradients = int64_t(made.layers * layerParameters + tied);
        made.expertGradients = int64_t(made.layers * expertParameters);
        made.optimizer.push_back({0, 0, gradientNorm, true});
        made.optimizer.push_back({double(made.gradients + made.expertGradients) * adamBytesPerParameter
            / hardware.memoryBandwidth * nsPerSecond});
    }
}

} // namespace bubblescope
