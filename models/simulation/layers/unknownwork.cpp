// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unknownwork.h"

#include "expertwork.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

double unknownExpertsNs(const JobProfile& job)
{
    constexpr double share = 0.5;
    double most = 0;
    for (const RankWork& work : job.ranks)
        most = std::max(most, expertCompute(work));
    return share * most;
}

double unknownEndsNs(
    const JobProfile& job, const ModelLayers& layers, const LayerMoves& moves, const Schedule& schedule)
{
    constexpr double ofHead = 0.3;
    constexpr double ofStage = 0.2;
    constexpr double ofAll = ofStage / 4; // of four stages
    constexpr double ofSingle = 0.055;
    const bool isInTable = job.layerWork && !job.layersOfStage.empty();
    const bool isSingle = job.stages * job.chunks == 1;
    const bool isKnown = layers.knowsLayers() || isInTable || moves.joinsWholeStages();
    if (isKnown && !isSingle)
        return 0;
    double first = 0;
    double last = 0;
    const std::vector<double> costs = layers.layerCosts(first, last);
    const double stage = std::accumulate(costs.begin(), costs.end(), first + last) / schedule.ranks;
    double passes = 0;
    if (!isKnown)
        passes = layers.guessedHead() > 0 ? ofHead * last : std::min(ofStage, ofAll * schedule.ranks) * stage;
    const double beside = isSingle ? ofSingle * stage : 0;
    return std::hypot(passes, beside);
}

} // namespace bubblescope
