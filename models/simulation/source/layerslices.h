// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "stepgraph.h"

#include <vector>

namespace bubblescope {

/// Sum of all pieces with a known duration in ns, or only of their compute.
double totalOf(const Work& work);
double computeOf(const Work& work);
void scaleCompute(Work& work, double factor);
/// Distributes `count` copies of the piece evenly over the compute, each at the end of its share.
Work withSpread(const Work& work, const WorkPiece& piece, int count);
/// Adds work: communication of the same kind and compute of the same class are merged.
void mergeInto(Work& into, const Work& more);

/// For each new stage of the model, the parts of the old stages that it consists of.
struct LayerCuts {
    struct Slice {
        int stage = 0;    ///< old stage
        double first = 0; ///< 0 is the begin of the old stage, 1 its end
        double last = 1;
    };
    std::vector<std::vector<Slice>> ofStage; ///< by new stage

    /// Equal shares of all old stages together.
    static LayerCuts even(int oldStages, int newStages);
    /// By layers; if the total changes, the same share of every stage is repeated or dropped.
    static LayerCuts of(const std::vector<int>& before, const std::vector<int>& after);
    double repeat = 1; ///< factor for the work that was cut
};

/// Work of the model's stages after moving layers: from the job's costs per layer if it has them, fitted to what was
/// measured, otherwise assuming equal layers. `typical` is the work of the old stages; ranks in the result are not set.
std::vector<RankWork> restage(const JobProfile& job, const std::vector<const RankWork*>& typical, const LayerCuts& cuts,
    const std::vector<int>& layersOfStage, const Pricing& own);

/// The contiguous partition of the job's layers that makes the slowest stage fastest; empty if layers are unknown.
std::vector<int> balancedLayers(const JobProfile& job, const Schedule& schedule);

} // namespace bubblescope
