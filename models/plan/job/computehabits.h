// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plannedmemory.h"

/// All constants of the time model that no preset of hardware has, with their sources.
namespace bubblescope {

/// How a framework's kernels and host do what the sizes ask for.
struct ComputeHabits {
    double matrixShare = 1; ///< of AchievedRates::matrix()
    double attentionShare = 1; ///< of AchievedRates::attention
    double kernelNs = 4e3;  ///< between two matrix products: launch and tail

    // Bytes that memory-bound kernels move in a forward pass; twice as many in a backward pass.
    double hiddenBytes = 0; ///< for a hidden number of a token: norms, sums, dropouts
    double innerBytes = 0;  ///< for a number inside attention or MLP: rotation, activation
    double routedBytes = 0; ///< for a hidden number of a token on its way to and from an expert
    double logitBytes = 0;  ///< for a logit, forward and backward

    double accumulatedBytes = 0; ///< for a weight whose gradient is added up, each microbatch
    double updatedBytes = 0;     ///< for a weight whose optimizer state the GPU has, each step
    double heldBytes = 0;        ///< for any other weight of the GPU, each step: norm of gradients, zeros, copies

    double tensorExposed = 1;  ///< of collectives of tensor-parallel groups
    double gathersAgain = 1;   ///< all-gathers that a backward pass repeats for its weight gradients
    double expertExposed = 1;  ///< of exchanges between experts
    double dataFactor = 1;     ///< on collectives of gradients and parameters
    double messageNs = 0;      ///< of a pipeline message, beside its bytes
    double stepNs = 0;         ///< of a step: data, loss and its log

    // Host time of a layer, forward and backward, which no GPU outruns:
    double hostNs = 0;
    double hostTensorNs = 0;       ///< the same with tensor parallelism
    double hostAcrossNs = 0;       ///< more, for each tensor-parallel node beyond the first
    double hostPipelineNs = 0;     ///< more for each tensor-parallel rank, in pipelines across nodes
};

/// Megatron: fused kernels of Transformer Engine, gradients added up inside their products.
inline constexpr ComputeHabits megatronHabits {
    .matrixShare = 0.9,
    .kernelNs = 4e3,
    .hiddenBytes = 20,
    .innerBytes = 8,
    .routedBytes = 12,
    .logitBytes = 12,
    .accumulatedBytes = 8,
    .updatedBytes = 40,
    .heldBytes = 10,
    .messageNs = 30e3,
    .stepNs = 10e6,
};

/// Nanotron: fitted to all rows of the playbook's benchmark together.
inline constexpr ComputeHabits nanotronHabits {
    .matrixShare = 0.65,
    .kernelNs = 4e3,
    .hiddenBytes = 11.4,
    .innerBytes = 2.6,
    .routedBytes = 12,
    .logitBytes = 46,
    .accumulatedBytes = 10,
    .updatedBytes = 40,
    .heldBytes = 10,
    .dataFactor = 2,
    .messageNs = 75e3,
    .stepNs = 65e6,
    .hostNs = 3e6,
    .hostTensorNs = 4.3e6,
    .hostAcrossNs = 2.8e6,
    .hostPipelineNs = 1.9e6,
};

constexpr const ComputeHabits& computeHabits(TrainingFramework framework)
{
    return framework == TrainingFramework::Nanotron ? nanotronHabits : megatronHabits;
}

} // namespace bubblescope
