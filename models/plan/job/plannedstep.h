// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "jobdescription.h"
#include "jobprofile.h"
#include "measuredmemory.h"
#include "plannedmemory.h"
#include "result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// Factors on modelled times, beside those of the job's own calibration, and what its run took of memory.
struct PlanCalibration {
    double compute = 1;
    double communication = 1;
    std::optional<MeasuredMemory> memory {}; ///< of a run of the job: what fits is told beside it
    bool isMeasured() const { return compute != 1 || communication != 1; }
};

/// What a configuration is limited by: the part of its step that is largest beside the least compute it can do with.
enum class PlanLimit : uint8_t { Compute, Bubble, Network, Memory };
std::string_view planLimitKey(PlanLimit limit); ///< "compute", "bubble", "network", "memory"

/// One step of a described job by closed formulas, in ns of the rank that takes longest: fast enough for a search, and
/// within a percent or two of the simulated step of plannedJob() (a test holds that). Parts add up to stepNs.
struct PlannedStep {
    double computeNs = 0;  ///< of the fullest stage
    double bubbleNs = 0;   ///< of the schedule
    double tensorNs = 0;   ///< exposed communication of tensor-parallel, context-parallel and expert-parallel groups
    double pipelineNs = 0; ///< exposed messages between stages
    double dataNs = 0;     ///< exposed synchronization of gradients and parameters
    double optimizerNs = 0;
    double stepNs() const { return computeNs + bubbleNs + tensorNs + pipelineNs + dataNs + optimizerNs; }
    double lowNs = 0; ///< where the step is expected
    double highNs = 0;
    double ofNodesNs = 0; ///< part of highNs: how much longer any layout may take because its nodes are many
    PlanLimit limit = PlanLimit::Compute;
    double tokensPerSecondPerGpu = 0;
    double mfu = 0; ///< 0 to 1 of Hardware::peakFlops; model FLOPs without embedding lookup and recomputation
    PlannedMemory memory;
    bool fits = true; ///< memory.fullest().totalBytes() within the GPU's, or as the run of the job tells
};

/// Floating-point operations that the model needs for a token of a sequence of so many, forward and backward: 6 for
/// each parameter of a matrix it passes (experts: the active ones; the head, not the embedding lookup) and the products
/// of attention, halved where they are causal.
double modelFlopsPerToken(const ModelDescription& model, int sequence);

/// `job` has come out of completeLayout().
Result<PlannedStep> plannedStep(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration = {});

/// The same job as one that can be scheduled: one rank for each stage (JobFacts::replicasAreAlike), the work of its
/// layers from their operators' shapes and what kernels achieve (Hardware::achieved()), communication with its bytes,
/// priced by the hardware. Origin modelled.
Result<JobProfile> plannedJob(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration = {});

} // namespace bubblescope
