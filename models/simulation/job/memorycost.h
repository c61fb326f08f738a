// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// What is kept between the forward and the backward pass.
enum class Recomputation : uint8_t {
    None,
    Attention, ///< scores are computed again (selective recomputation, or FlashAttention)
    Full,      ///< only the input of each layer is kept
};

struct MemoryOptions {
    Recomputation recomputation = Recomputation::Attention;
    bool sequenceParallel = false;   ///< norms and dropouts are shared by tensor-parallel ranks, too
    int optimizerShards = 1;         ///< replicas that share the optimizer's state (distributed optimizer, ZeRO-1)
    double gradientElementBytes = 4; ///< Megatron adds gradients up in 32 bits
    /// Attention heads x sequence length / hidden size; only Recomputation::None needs it. Megatron's GPT-3: 96 heads,
    /// 2048, 12288.
    double headsTimesSequenceOverHidden = 0;
};

/// Weights, gradients and optimizer state of one GPU in mixed-precision Adam: 2 bytes weight, 4 gradient and 12 of
/// master weight and two moments (18 with 32-bit gradients as in Megatron-LM's documentation, 16 with 16-bit ones as in
/// Rajbhandari et al. 2020); shards divide the 12.
double modelStateBytes(double parameters, const MemoryOptions& options);

/// Activations that one microbatch leaves in one transformer layer on one GPU: s b h (10 + 24/t + 5 a s / (h t)) bytes
/// in half precision, (34 + 5 a s / h) / t with sequence parallelism (Korthikanti et al. 2022, equations 2 and 4), 2 s
/// b h with full recomputation. `messageBytes` is what goes to the next stage: s b h numbers.
double layerActivationBytes(double messageBytes, int tensor, const MemoryOptions& options);

/// Bytes of all gradients that a rank exchanges with its replicas; -1 where it exchanges none of known size.
double gradientBytes(const RankWork& rank);

struct StageMemory {
    double parameterBytes = -1;  ///< with gradients and optimizer state; -1 where not known
    double activationBytes = -1; ///< at the peak
    // What they are products of, for the formula behind a figure.
    double parameters = 0; ///< of one GPU
    double bytesPerParameter = 0;
    double peakInFlight = 0;
    int layers = 0;
    double layerBytes = 0; ///< of one microbatch in one layer
    double totalBytes() const { return std::max(parameterBytes, 0.0) + std::max(activationBytes, 0.0); }
    bool isKnown() const { return parameterBytes >= 0 && activationBytes >= 0; }
    bool fits(double memoryBytes) const { return memoryBytes <= 0 || totalBytes() <= memoryBytes; }
};
/// By stage. `layersOfStage` are those that a pass in flight is about, `peakInFlight` the passes between forward and
/// backward at their most. Embedding and logits keep no activations here: the last stage may need more.
std::vector<StageMemory> stageMemory(const JobProfile& profile, std::span<const RankWork> stages,
    std::span<const int> layersOfStage, std::span<const double> peakInFlight, const MemoryOptions& options = {});

} // namespace bubblescope
