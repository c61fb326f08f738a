// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plannedmemory.h"

/// All constants of the time model that no preset of hardware has, with their sources.
namespace bubblescope {

/// How a framework's kernels and its host do what the sizes ask for.
struct ComputeHabits {
    // Shares of what kernels reach by themselves (Hardware::achieved()):
    double matrixShare = 1;
    double eightBitShare = 1;
    double attentionShare = 1;
    double groupedShare = 1; ///< of products of several experts at a time
    /// Rates of such a product go by its FLOPs over experts^this: 1 as if each expert's ran alone, 0 as one product.
    double groupedExponent = 1;
    double kernelNs = 4e3; ///< between two matrix products: launch and tail

    // Bytes that memory-bound kernels move in a forward pass; a backward pass moves twice as many.
    double hiddenBytes = 0; ///< for a hidden number of a token: norms, sums, dropouts
    double innerBytes = 0;  ///< for a number inside attention or MLP: rotation, activation
    double routedBytes = 0; ///< for a hidden number of a token on its way to an expert and back
    double scoreBytes = 0;  ///< for a score of attention that is not fused
    double logitBytes = 0;  ///< for a logit, forward and backward together

    double accumulatedBytes = 0; ///< for a weight whose gradient is added up, each microbatch
    double updatedBytes = 0;     ///< for a weight whose optimizer state the GPU has, each step
    double heldBytes = 0;        ///< for each weight of the GPU, each step: norm of gradients, zeros, copies

    // Communication, as multiples of its price:
    double tensorExposed = 1;         ///< of tensor-parallel groups
    double tensorExposedEightBit = 1; ///< the same beside 8-bit products
    double tensorAcrossNodes = 1;     ///< more, in groups that span nodes
    double gathersAgain = 1;          ///< all-gathers that a backward pass repeats for its weight gradients
    double expertExposed = 1;         ///< of exchanges between experts
    bool sendsTokensOnce = false;     ///< a token goes to each node once, whatever experts are there
    double dataFactor = 1;            ///< of gradients and parameters
    int gathersOfLayer = 0;           ///< parameters of a layer are gathered in so many calls; 0: all in one

    double messageNs = 0; ///< of a pipeline message, beside its bytes
    double stepNs = 0;    ///< of a step: data, loss, its log, the host's part of the optimizer

    /// Selective recomputation keeps every second product and attention, and makes the rest of a layer again; elsewhere
    /// it makes only attention again, which is no loss where that is fused.
    bool selectsProducts = false;

    // Host time of a layer, forward and backward, which no GPU outruns:
    double hostNs = 0;
    double hostTensorNs = 0;         ///< instead, with tensor parallelism
    double hostTensorPipelineNs = 0; ///< instead, with tensor parallelism in a pipeline
    double hostAcrossNs = 0;         ///< more, for each further node of a tensor-parallel group
    double hostPipelineRankNs = 0;   ///< more, for each tensor-parallel rank in a pipeline across nodes
    double hostPipelineAcrossNs = 0; ///< instead of hostAcrossNs there
    /// Of a microbatch, in a stage whose buffers outgrow the GPU: its allocator gives all back and asks for it again.
    double allocatorNs = 0;

    // Within which share of a step four of five measured ones lie:
    double error = 0.12;
    double errorOfFew = 0.12; ///< with 8-bit products or experts, of which fewer were measured
    /// More on the long side for each doubling of nodes beyond few: a step waits for the slowest of all.
    double longerPerDoubling = 0;
    /// On how many nodes steps follow the model; 0: on all. On more, messages between nodes may each be so late:
    int followedNodes = 0;
    double lateMessageNs = 0;
};

/// Nodes whose slowest is no slower than the error says.
inline constexpr int fewNodes = 4;

/// Whole steps on GPUs whose preset was never compared with any (AchievedRates::areCompared) reach so much less of its
/// product rates: 22 runs of Megatron on 8 B200 (SimuMax, docs/b200), least squares.
inline constexpr double uncomparedShare = 0.81;
/// Attention's rate where a preset has none, as a share of its largest products': that of the H100 preset, with the
/// kernels of cuDNN for later GPUs.
inline constexpr double attentionShareOfProducts = 0.44;

/// Optimizer states in the memory of the host, whichever framework moves them there (Ren et al. 2021, ZeRO-Offload,
/// arXiv:2101.06840): of the weights whose states a GPU keeps there, gradients go to the host, its processors update
/// the states, half-precision weights come back, one after the other.
namespace offloadhabit {
/// To the host and back, where a preset does not state it: what copies to each GPU of a node with eight reach over PCI
/// Express 4 with 16 lanes (nvbandwidth, README, host_to_device_memcpy_ce: 25.94 to 26.19 GB/s), 0.82 of the link.
inline constexpr double assumedLink = 26e9;
/// Adam reads and writes master weights and both moments and reads a gradient: 7 numbers of 4 bytes for a weight.
inline constexpr double updatedBytes = 28;
/// Of all processors of a node, shared by its GPUs; assumed, as hosts differ: a quarter of a second for 10^9 weights.
/// It leaves room in what was measured: a whole step of Qwen2.5 3B with CPU-Adam took 2.38 s on two A100 and 128 cores
/// (DeepSpeed, pull request 7474), of which this makes 0.79 s.
inline constexpr double hostMemory = 110e9;
} // namespace offloadhabit

/// Megatron with Transformer Engine: fused kernels, gradients added up inside their products, tensor-parallel
/// communication beside 8-bit products in the recipes of Megatron-Bridge, experts' by DeepEP or HybridEP. Fitted to
/// three tables together (least absolute errors): 22
/// runs on B200 (SimuMax), 12 on H100 (Megatron-Bridge's published performance), 6 tests of Megatron-LM on A100 and
/// H100. 8-bit products: the preset's are medians of an inference engine's kernels, cuBLAS's are faster.
inline constexpr ComputeHabits megatronHabits {
    .matrixShare = 0.76,
    .eightBitShare = 1.2,
    .attentionShare = 1.12,
    .groupedShare = 0.56,
    .groupedExponent = 0.74,
    .kernelNs = 4e3,
    .hiddenBytes = 22,
    .innerBytes = 7.2,
    .routedBytes = 15.5,
    .scoreBytes = 13,
    .logitBytes = 8,
    .accumulatedBytes = 8,
    .updatedBytes = 80,
    .heldBytes = 10,
    .tensorExposedEightBit = 0.1,
    .sendsTokensOnce = true,
    .messageNs = 30e3,
    .stepNs = 10e6,
    .error = 0.05,
    .errorOfFew = 0.075,
};

/// torchtitan: plain operators. Its published steps of Llama 3 (pytorch/torchtitan) take within a tenth of what
/// Megatron's kernels would on 64 A100 (docs/performance.md) and on 32 and 64 H200 (benchmarks, June 2025); on H100 of
/// 500 W with slower memory, 1.2 times as long compiled, 1.4 times not compiled or with 8-bit products (benchmarks,
/// December 2024). Its tensor parallelism hides nothing unless it is asynchronous. Selective recomputation is that of
/// torchtitan/distributed/activation_checkpoint.py, by operators.
inline constexpr ComputeHabits genericHabits = [] {
    ComputeHabits habits = megatronHabits;
    habits.tensorExposedEightBit = 1;
    habits.selectsProducts = true;
    habits.error = 0.3;
    habits.errorOfFew = 0.45;
    return habits;
}();

/// Megatron-DeepSpeed of 2021: no fused attention, gradients reduced in half precision behind the passes. Fitted to 41
/// runs on 64 and 256 A100 with four network cards a node (VIA-Research/vTrain, Megatron-DeepSpeed; least absolute
/// errors, so that the two that took twice as long as their neighbours hardly count). The factor across nodes lies
/// between what four cards and the eight of the preset would say.
inline constexpr ComputeHabits deepSpeedHabits {
    .matrixShare = 0.84,
    .kernelNs = 4e3,
    .hiddenBytes = 2.6,
    .innerBytes = 7.8,
    .routedBytes = 15.5,
    .scoreBytes = 13.2,
    .logitBytes = 16,
    .accumulatedBytes = 8,
    .updatedBytes = 43,
    .heldBytes = 10,
    .tensorExposed = 1.15,
    .tensorAcrossNodes = 1.32,
    .dataFactor = 1.9,
    .stepNs = 20e6,
    .hostNs = 6.6e6,
    .hostTensorNs = 6.6e6,
    .hostTensorPipelineNs = 6.6e6,
    .error = 0.13,
};

/// Nanotron: fitted to all rows of its playbook's benchmark on 1 to 16 nodes of H100 together (least absolute errors
/// of some 500 runs; on 64 nodes all pipelines of that cluster stalled for about a second a microbatch, which is not
/// modelled). Floors of a layer are those of its asynchronous tensor parallelism, whose host waits for each
/// collective; in pipelines across nodes they grow with the ranks. Gathers each parameter by itself behind the
/// optimizer (optim/zero.py). Gradients are added up in fp32 from half precision: 2 + 4 + 4 bytes.
///
/// Ranges: the largest of n alike delays grows with log n, and GPUs of one kind differ (products by up to 14 %:
/// Golden et al. 2025, PRISM, arXiv:2510.15596). A tenth of a step for a doubling of nodes, with which four of five of
/// all on 8, 16 and 32 nodes hold; what two of these ask for holds 77 to 82 % of the third. Some
/// pipelines took as much longer as if each message of a stage, of whatever size, were 0.27 to 0.45 s late (a tensor
/// is three messages, for each of which the host waits: parallel/pipeline_parallel/p2p.py). Those, and runs that all
/// but stood still, are 10, 17, 34, 52 and 100 % of the pipelines on 4, 8, 16, 32 and 64 nodes, as if 2 of 96 nodes
/// had caused it (8, 16, 31, 56, 89 %). Which nodes a job gets no description states: where nearly all were late, the
/// range holds it, with what the smaller jobs show.
inline constexpr ComputeHabits nanotronHabits {
    .matrixShare = 0.635,
    .groupedShare = 0.56,
    .groupedExponent = 0.74,
    .kernelNs = 4e3,
    .hiddenBytes = 18,
    .innerBytes = 5,
    .routedBytes = 15.5,
    .scoreBytes = 13,
    .logitBytes = 41,
    .accumulatedBytes = 10,
    .updatedBytes = 40,
    .heldBytes = 110,
    .tensorExposed = 0.86,
    .tensorExposedEightBit = 0.86,
    .tensorAcrossNodes = 2.2,
    .dataFactor = 1.2,
    .gathersOfLayer = 6,
    .messageNs = 81e3,
    .stepNs = 40e6,
    .hostNs = 3e6,
    .hostTensorNs = 4.3e6,
    .hostTensorPipelineNs = 4.8e6,
    .hostAcrossNs = 4e6,
    .hostPipelineRankNs = 2e6,
    .hostPipelineAcrossNs = 11e6,
    .allocatorNs = 1.08e9,
    .error = 0.14,
    .errorOfFew = 0.14,
    .longerPerDoubling = 0.1,
    .followedNodes = 32,
    .lateMessageNs = 0.45e9,
};

constexpr const ComputeHabits& computeHabits(TrainingFramework framework)
{
    switch (framework) {
    case TrainingFramework::Nanotron:
        return nanotronHabits;
    case TrainingFramework::DeepSpeed:
        return deepSpeedHabits;
    case TrainingFramework::Generic:
        return genericHabits;
    case TrainingFramework::Megatron:
        break;
    }
    return megatronHabits;
}

/// Those that say how far a step may be off: once a run has told what boards and compiler reach, plain operators follow
/// the sizes as Megatron's do.
constexpr const ComputeHabits& habitsOfError(TrainingFramework framework, bool isCalibrated)
{
    return framework == TrainingFramework::Generic && isCalibrated ? megatronHabits : computeHabits(framework);
}

} // namespace bubblescope
