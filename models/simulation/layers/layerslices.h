// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "modellayers.h"
#include "stepgraph.h"

#include <vector>

namespace bubblescope {

/// Sum of all pieces with a known duration in ns, or only of their compute.
double totalOf(const Work& work);
double computeOf(const Work& work);
void scaleCompute(Work& work, double factor);
/// Distributes `count` copies of the piece evenly over the compute, each at the end of its share.
Work withSpread(const Work& work, const WorkPiece& piece, int count);
/// How passes of other work vary, by those of the work before: twice as much varies by the root of two times as much.
std::vector<float> scaledVariation(std::vector<float> factors, const Work& before, const Work& now);
/// Adds work: communication of the same kind and compute of the same class are merged.
void mergeInto(Work& into, const Work& more);

/// What the stages of the model take when layers move: each layer what it took where it was, the ends what they
/// did apart from layers. Where the work does not separate layers, by the job's prices of layers if it has some,
/// fitted to what was measured. `typical` are the works of the old stages, by stage and position; ranks of the result,
/// by stage and position as well, are not set.
std::vector<RankWork> restage(const JobProfile& job, const std::vector<const RankWork*>& typical,
    const LayerMoves& moves, const std::vector<int>& layersOfStage, const Pricing& own);

/// The contiguous partition of the job's layers that makes the slowest stage fastest, with the GPUs that are slow;
/// empty if layers are unknown. `typical` as above.
std::vector<int> balancedLayers(
    const JobProfile& job, const std::vector<const RankWork*>& typical, const Schedule& schedule);

} // namespace bubblescope
