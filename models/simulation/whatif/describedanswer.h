// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "jobdescription.h"
#include "plannedstep.h"
#include "stepfigures.h"

#include <optional>
#include <utility>

namespace bubblescope {

struct DescribedOrder;

/// What is known of a step beyond its times where the model is.
struct DescribedAnswer {
    JobDescription job;   ///< complete, with the knobs applied
    PlannedMemory memory; ///< by pipeline rank, with as many microbatches in flight as the played order has
    /// Whether the job starts and its fullest stage fits; nullopt where its memory is not known, or what is known of it
    /// allows for both. A job that ran fits where it ran, and where a GPU has as much memory.
    std::optional<bool> fits;
    double usableBytes = 0; ///< what the modelled bytes may fill of a GPU, see usableShare()
    std::optional<MeasuredMemory> run; ///< of a job that was run
    /// From how much to how much the fullest GPU takes as that run tells; nullopt where it tells nothing.
    std::optional<std::pair<double, double>> expectedBytes;
    double tokensPerSecondPerGpu = 0;
    double mfu = 0;           ///< 0 to 1: model FLOPs without embedding lookup and recomputation, of the GPU's peak
    double flopsPerToken = 0; ///< see modelFlopsPerToken()
    PlanLimit limit = PlanLimit::Compute;
};

/// `figures` are of the played step.
DescribedAnswer describedAnswer(const DescribedOrder& order, const StepFigures& figures, const Hardware& hardware);

/// Of a GPU's memory, what the modelled bytes may fill before it is known that the job does not fit; 0 where its
/// framework would refuse it. More than all of it where a run took less than is modelled; infinite where nobody knows.
double usableShare(const DescribedOrder& order, double gpuBytes);

/// The memory of a described order. Activations of orders without a closed form are those of 1F1B, times the passes in
/// flight that were played over those that 1F1B has; of V-shaped ones and DualPipe they are counted in the order.
PlannedMemory playedMemory(const DescribedOrder& order, const StepFigures& figures);

} // namespace bubblescope
