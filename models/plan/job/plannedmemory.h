// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "message.h"
#include "modeldescription.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a description does not say and its framework's version or flags decide.
struct MemoryHabits {
    TrainingFramework framework = TrainingFramework::Generic;
    /// Weight gradients are added to the accumulated ones inside their matrix product. Transformer Engine from 2.8 on
    /// then keeps a placeholder in half precision for each shape of a weight. Megatron only.
    bool fusesWeightGradients = true;
    /// Of the passes in flight, the share whose inputs of column-parallel layers are still gathered. Nanotron's tensors
    /// are freed once the stream that gathers has used them (record_stream): at once where the GPU waits for the host,
    /// hardly at all where the host is ahead.
    double gatheredShare = 0;
};

/// Parameters of one GPU: those that all ranks of `data` and `context` have, and its experts'.
struct HeldParameters {
    double shared = 0;
    double experts = 0;
    double all() const { return shared + experts; }
};
/// Of a layer. Sizes of groups that are empty count as 1.
HeldParameters layerParametersOf(const ModelDescription& model, const PlannedLayout& layout, bool withExperts);

/// With what makes it divisible, by the layout or as the framework does.
double paddedVocabulary(const ModelDescription& model, const PlannedLayout& layout, TrainingFramework framework);

/// The most that one GPU of a stage holds at a time, in bytes. All but `slackBytes` is what PyTorch calls allocated.
struct PlannedStageMemory {
    double parameterBytes = 0;
    double gradientBytes = 0;
    double optimizerBytes = 0;
    double activationBytes = 0; ///< that microbatches in flight wait with
    double bufferBytes = 0;     ///< buckets, gathered shards and inputs, gradients on their way through a layer
    double logitBytes = 0;      ///< and their gradient, where the peak is at the head
    double slackBytes = 0;      ///< of the allocator

    // The factors, to show the formula behind a figure:
    double parameters = 0; ///< of this GPU, its experts included
    int layers = 0;
    double layersInFlight = 0; ///< layer passes between forward and backward
    double allocatedBytes() const
    {
        return parameterBytes + gradientBytes + optimizerBytes + activationBytes + bufferBytes + logitBytes;
    }
    double totalBytes() const { return allocatedBytes() + slackBytes; }
};

/// Why there is no figure.
enum class MemoryRefusal : uint8_t {
    None,
    SequenceMissing,
    MicrobatchSizeMissing,
    ScheduleUnknown,     ///< no such order, or none of so many microbatches
    PartitionMismatch,   ///< `layersOfPieces` does not have stages x chunks pieces, or their sum is another one
    SizesDoNotDivide,    ///< heads by tensor, experts by expert, tokens by context
    ReplicasDoNotDivide, ///< GPUs that hold the same parameters do not come out whole
    TooFewMicrobatches,  ///< nanotron's 1F1B wants stages - 1 (pipeline_parallel/engine.py)
    EmptyStage,          ///< nanotron's partition leaves the last stages without any block: its optimizer fails
};

/// As the end of a sentence; empty without one.
Message refusalReason(MemoryRefusal refusal);

struct PlannedMemory {
    std::vector<PlannedStageMemory> stages; ///< empty if refused
    MemoryRefusal refusal = MemoryRefusal::None;

    explicit operator bool() const { return refusal == MemoryRefusal::None; }
    /// The framework itself would refuse the job, whatever memory there is.
    bool cannotRun() const
    {
        return refusal == MemoryRefusal::TooFewMicrobatches || refusal == MemoryRefusal::EmptyStage;
    }
    const PlannedStageMemory& fullest() const;
};

/// Layers of each model piece in the order of a pass: as described, by nanotron's threshold on cumulative cost (its
/// pipeline_parallel/utils.py: a rank ends with the block that passes its share), or evenly, earlier pieces first.
std::vector<int> plannedPieces(const ModelDescription& model, const PlannedLayout& layout, TrainingFramework framework);

/// Of a GPU's bytes, those that the modelled ones may fill.
double usableBytes(double gpuBytes, TrainingFramework framework);
/// Whether the most that a GPU holds leaves what CUDA, communicators and fragmentation take beside the modelled bytes.
/// A GPU of unknown memory holds everything.
bool fitsInto(const PlannedMemory& memory, double gpuBytes, TrainingFramework framework);

/// Most passes of each chunk between forward and backward, by rank: 1F1B keeps stages - rank, GPipe all, interleaved
/// 1F1B what Megatron's schedules.py runs ahead; others what their order holds until its weight gradients, where passes
/// take the same time, by chunk at the moment when all together are most. Empty for orders that cannot be made.
std::vector<std::vector<int>> passesInFlight(const PlannedLayout& layout);

/// Memory by stage. Both inputs have passed whatIsWrong(); of the layout, sizes of groups that are empty count as 1,
/// microbatches as many as fill the pipeline, gradients as 4 bytes (all three frameworks accumulate in fp32).
///
/// States: 2 bytes of weight, 4 of gradient, 12 of fp32 weight and two moments, divided as in Rajbhandari et al. 2020
/// (arXiv:1910.02054); nanotron's buckets (DistributedDataParallel) are 2 bytes more where there are replicas.
/// Activations of a token in a dense layer, t = tensor (Korthikanti et al. 2022, arXiv:2205.05198, with FlashAttention
/// and whatever each operator saves for its gradient): inputs and outputs of both norms 8 h, divided by t with sequence
/// parallelism only; queries, keys, values and attention's output 2 bytes a number, its statistics 4 a head; the MLP's
/// product 4 f (gated) or 2 f, its activation 2 f, where the gate is not fused (nanotron, generic) 2 f more; dropout
/// masks 2 h. Experts: the same for each token's active ones, which are dealt evenly. Layers with full recomputation
/// keep 2 h.
/// At the peak, what is larger of: the loss (logits with their copies), the head's weight gradient with its logits'
/// gradient, and the gradients inside one layer. Constants and their sources: memoryhabits.h.
PlannedMemory plannedMemory(const ModelDescription& model, const PlannedLayout& layout, const MemoryHabits& habits);

} // namespace bubblescope
