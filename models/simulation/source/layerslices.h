// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "stepgraph.h"

#include <vector>

namespace bubblescope {

/// ns of all pieces that are told, or of the compute among them.
double totalOf(const Work& work);
double computeOf(const Work& work);
void scaleCompute(Work& work, double factor);
/// The piece `count` times, spread evenly over the compute and standing at the end of each share.
Work withSpread(const Work& work, const WorkPiece& piece, int count);
/// Adds up: communication of the same kind and compute of the same class become one.
void mergeInto(Work& into, const Work& more);

/// Which part of each old stage of the model a new stage takes over.
struct LayerCuts {
    struct Slice {
        int stage = 0;    ///< old
        double first = 0; ///< 0 is the old stage's begin, 1 its end
        double last = 1;
    };
    std::vector<std::vector<Slice>> ofStage; ///< by new stage

    /// Equal shares of all old stages together.
    static LayerCuts even(int oldStages, int newStages);
    /// By layers; another sum of layers than before repeats or drops the same share of every one.
    static LayerCuts of(const std::vector<int>& before, const std::vector<int>& after);
    double repeat = 1; ///< work is so many times as much as was cut
};

/// What stages of the model take when layers move: from the job's prices of layers where it has them, fitted to what
/// was measured, else in equal layers. `typical` are the works of the old stages; ranks of the result are not set.
std::vector<RankWork> restage(const JobProfile& job, const std::vector<const RankWork*>& typical, const LayerCuts& cuts,
    const std::vector<int>& layersOfStage, const Pricing& own);

/// The contiguous partition of the job's layers that makes the slowest stage fastest; empty where layers are not known.
std::vector<int> balancedLayers(const JobProfile& job, const Schedule& schedule);

} // namespace bubblescope
