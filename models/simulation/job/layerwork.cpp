// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerwork.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

void appendLayer(Work& work, const Work& more, int layer)
{
    for (const WorkPiece& piece : more) {
        work.push_back(piece);
        if (layer >= 0)
            work.back().layer = layer;
    }
}

} // namespace

std::vector<int> evenPartition(int layers, int stages)
{
    std::vector<int> partition;
    for (int stage = 0; stage < stages; ++stage)
        partition.push_back(layers / stages + (stage < layers % stages ? 1 : 0));
    return partition;
}

std::vector<int> bestPartition(
    std::span<const double> layerCosts, int stages, double first, double last, std::span<const double> slowness)
{
    const size_t layers = layerCosts.size();
    const size_t count = size_t(std::max(stages, 0));
    if (count == 0 || layers < count)
        return {};
    std::vector<double> before(layers + 1, 0); // cost of all layers before one
    for (size_t i = 0; i < layers; ++i)
        before[i + 1] = before[i] + layerCosts[i];

    // slowest[k][n]: first n layers on k stages; the extra of the last stage is added at the very end.
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<std::vector<double>> slowest(count + 1, std::vector<double>(layers + 1, never));
    std::vector<std::vector<size_t>> cut(count + 1, std::vector<size_t>(layers + 1, 0));
    slowest[0][0] = 0;
    for (size_t k = 1; k <= count; ++k) {
        const double extra = (k == 1 ? first : 0) + (k == count ? last : 0);
        const double factor = slowness.empty() ? 1 : slowness[k - 1];
        for (size_t n = k; n + (count - k) <= layers; ++n) {
            // Start with the smallest last stage: once it alone is slower than the best, larger ones are as well.
            for (size_t from = n; from-- > k - 1;) {
                const double own = (before[n] - before[from] + extra) * factor;
                if (own >= slowest[k][n])
                    break;
                const double worst = std::max(slowest[k - 1][from], own);
                if (worst < slowest[k][n]) {
                    slowest[k][n] = worst;
                    cut[k][n] = from;
                }
            }
        }
    }
    std::vector<int> partition(count, 0);
    for (size_t k = count, n = layers; k > 0; n = cut[k][n], --k)
        partition[k - 1] = int(n - cut[k][n]);
    return partition;
}

std::vector<RankWork> stageWork(const LayerWork& layers, std::span<const int> layersOfStage)
{
    std::vector<RankWork> stages;
    int layer = 0;
    for (size_t stage = 0; stage < layersOfStage.size(); ++stage) {
        RankWork& made = stages.emplace_back();
        made.rank = int(stage);
        made.stage = int(stage);
        const bool isFirst = stage == 0;
        const bool isLast = stage + 1 == layersOfStage.size();
        const int end = layer + layersOfStage[stage];
        if (isFirst)
            append(made.forward, layers.prologueForward);
        for (int i = layer; i < end; ++i)
            appendLayer(made.forward, layers.layerForward, i);
        if (isLast) {
            append(made.forward, layers.epilogueForward);
            append(made.backward, layers.epilogueBackward);
            append(made.weightGradient, layers.epilogueWeightGradient);
        }
        for (int i = end; i-- > layer;) {
            appendLayer(made.backward, layers.layerBackward, i);
            appendLayer(made.weightGradient, layers.layerWeightGradient, i);
        }
        if (isFirst) {
            append(made.backward, layers.prologueBackward);
            append(made.weightGradient, layers.prologueWeightGradient);
        }
        layer = end;
    }
    return stages;
}

} // namespace bubblescope
