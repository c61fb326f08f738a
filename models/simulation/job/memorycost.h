// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// What is kept between forward and backward pass.
enum class Recomputation : uint8_t {
    None,
    Attention, ///< attention scores are recomputed (selective recomputation, or FlashAttention)
    Full,      ///< only the input of each layer is kept
};

struct MemoryOptions {
    Recomputation recomputation = Recomputation::Attention;
    bool sequenceParallel = false;   ///< norms and dropouts are split between tensor-parallel ranks, too
    int optimizerShards = 1;         ///< replicas that share the optimizer state (distributed optimizer, ZeRO-1)
    double gradientElementBytes = 4; ///< Megatron accumulates gradients in 32 bits
    /// Attention heads x sequence length / hidden size; only needed for Recomputation::None. Megatron's GPT-3: 96
    /// heads, 2048, 12288.
    double headsTimesSequenceOverHidden = 0;
};

/// Weights, gradients and optimizer state of one GPU for mixed-precision Adam: per parameter 2 bytes of weight, 4 of
/// gradient and 12 of master weight and two moments (18 in total with 32-bit gradients as in Megatron-LM's
/// documentation, 16 with 16-bit ones as in Rajbhandari et al. 2020); shards divide the 12.
double modelStateBytes(double parameters, const MemoryOptions& options);

/// Activations that one microbatch leaves in one transformer layer on one GPU: s b h (10 + 24/t + 5 a s / (h t)) bytes
/// in half precision, (34 + 5 a s / h) / t with sequence parallelism (Korthikanti et al. 2022, equations 2 and 4), 2 s
/// b h with full recomputation. `messageBytes` is the size of a message to the next stage: s b h numbers.
double layerActivationBytes(double messageBytes, int tensor, const MemoryOptions& options);

/// What the ends of the pipeline keep of one microbatch apart from their layers (Korthikanti et al. 2022, section 4.3):
/// the first stage a dropout mask of the embedding, the last the inputs of norm and head, and 32-bit logits where the
/// head's size is known (0: not). Both on one stage add up.
double embeddingActivationBytes(double messageBytes, int tensor, const MemoryOptions& options);
double headActivationBytes(
    double messageBytes, int tensor, double headParameters, int hiddenSize, const MemoryOptions& options);

/// Bytes of all gradients that a rank exchanges with its replicas; -1 if it exchanges none of known size.
double gradientBytes(const RankWork& rank);

/// Bytes that the fullest GPU of a job needs at least: its weights, gradients and, shared by all replicas, the optimizer's
/// state; 0 where no gradients of known size are exchanged.
double leastMemoryBytes(const JobProfile& job);

struct StageMemory {
    double parameterBytes = -1;  ///< with gradients and optimizer state; -1 if unknown
    double activationBytes = -1; ///< at the peak
    // The factors, to show the formula behind a figure:
    double parameters = 0; ///< per GPU
    double bytesPerParameter = 0;
    double peakInFlight = 0;
    int layers = 0;
    double layerBytes = 0; ///< of one microbatch in one layer
    double endBytes = 0;   ///< of one microbatch in embedding and head
    double totalBytes() const { return std::max(parameterBytes, 0.0) + std::max(activationBytes, 0.0); }
    bool isKnown() const { return parameterBytes >= 0 && activationBytes >= 0; }
    bool fits(double memoryBytes) const { return memoryBytes <= 0 || totalBytes() <= memoryBytes; }
};
/// By stage. `layersOfStage`: layers that one pass in flight covers; `peakInFlight`: most microbatches between forward
/// and backward. Stages are in the order of the model.
std::vector<StageMemory> stageMemory(const JobProfile& profile, std::span<const RankWork> stages,
    std::span<const int> layersOfStage, std::span<const double> peakInFlight, const MemoryOptions& options = {});

} // namespace bubblescope
