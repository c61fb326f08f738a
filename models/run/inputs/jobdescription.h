// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobcalibration.h"
#include "message.h"
#include "modeldescription.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// What data-parallel ranks keep a part of: ZeRO 0 to 3 (Rajbhandari et al. 2020, arXiv:1910.02054); Megatron's
/// distributed optimizer is Optimizer, FSDP is Parameters, or Gradients where parameters stay after the forward pass.
enum class StateSharding : uint8_t { None, Optimizer, Gradients, Parameters };

/// What a backward pass computes again (Korthikanti et al. 2022, arXiv:2205.05198): nothing, the core of attention, or
/// whole layers.
enum class Recompute : uint8_t { None, Selective, Full };

/// Of matrix products. Fp8: their inputs; weights and gradients stay as for Bf16.
enum class Precision : uint8_t { Fp32, Fp16, Bf16, Fp8 };

/// Whose habits decide what stays in memory and how long kernels take. Generic: plain PyTorch operators, as
/// torchtitan's without compilation. DeepSpeed: Megatron-DeepSpeed of 2021.
enum class TrainingFramework : uint8_t { Generic, Megatron, DeepSpeed, Nanotron };

/// How a described job is spread over GPUs, and its batch. All that a description does not state is empty; nothing is
/// filled in here. Sizes of groups are numbers of GPUs.
struct PlannedLayout {
    std::optional<int> gpus;
    std::optional<int> gpusPerNode;
    std::optional<int> tensor;
    std::optional<int> stages;   ///< pipeline ranks
    std::optional<int> chunks;   ///< model pieces of a stage
    std::optional<int> data;     ///< replicas times ranks that share a replica's states
    std::optional<int> replicas; ///< of `data`, groups that each keep a whole copy of what `shard` divides (HSDP)
    std::optional<int> context;
    std::optional<int> expert;
    std::optional<int> expertTensor;
    std::optional<int> microbatchSize; ///< samples
    std::optional<int> microbatches;   ///< per step and replica
    std::optional<int> globalBatch;    ///< samples
    std::optional<int> sequence;       ///< tokens
    std::optional<bool> sequenceParallel;
    std::optional<StateSharding> shard;
    std::optional<Recompute> recompute;
    std::optional<int> recomputedLayers; ///< of a stage, for Full; empty: all
    std::optional<Precision> precision;
    std::string schedule; ///< key of a schedule, as `--set schedule=` takes it; empty if not stated
    /// Layers of each model piece (chunk of a stage) in the order of a pass; empty: spread evenly.
    std::vector<int> layersOfPieces;
    std::optional<bool> overlapGradients;  ///< their reduction runs beside the backward pass
    std::optional<bool> overlapParameters; ///< their gathering runs beside the forward pass
    std::optional<bool> overlapTensor;     ///< tensor-parallel communication runs beside matrix products
    std::optional<bool> overlapExperts;    ///< expert communication runs beside other compute
    std::optional<int> vocabularyMultiple; ///< the vocabulary is padded to a multiple of this times `tensor`
    std::optional<int> paddedVocabulary;   ///< the size after padding, where it is stated itself
    std::optional<bool> offloadsOptimizer; ///< to the host's memory
    std::optional<int> gradientBytes;      ///< of one gradient that is accumulated
    std::optional<double> capacityFactor;  ///< of experts; empty: no token is dropped
    std::optional<bool> fusesLoss;         ///< no second copy of the logits
    std::optional<bool> hasFlashAttention; ///< attention scores are not kept
    std::optional<double> dropout;         ///< of hidden states; its masks are kept
    std::optional<TrainingFramework> framework;
};

/// A value that a description does not state and its reader took.
struct AssumedValue {
    std::string field; ///< as the description would call it: "head_dim"
    std::string value;
    Message why;
};

/// A training run that does not exist yet, as somebody described it.
struct JobDescription {
    ModelDescription model;
    PlannedLayout layout;
    std::string name;   ///< the model's, or the file's: it distinguishes the inputs of a folder
    std::string format; ///< "huggingface", "megatron", "torchtitan", "nanotron", "simumax", "bubblejob"
    std::string file;
    std::vector<AssumedValue> assumed;
    std::optional<JobCalibration> calibration; ///< by a run on the GPUs that it is planned for

    void assume(std::string field, std::string value, Message why)
    {
        assumed.push_back({std::move(field), std::move(value), std::move(why)});
    }
};

/// The most that a description may state: far beyond what was built (vocabularies have 262,144 tokens, models 2,048
/// experts). More is a typing error, and products of such sizes stay exact in a double.
struct DescriptionLimits {
    static constexpr int layers = 4096;
    static constexpr int width = 1 << 20;
    static constexpr int heads = 1 << 16;
    static constexpr int vocabulary = 1 << 26;
    static constexpr int experts = 1 << 16;
    static constexpr int tokens = 1 << 26; ///< of a sample
    static constexpr int gpus = 1 << 20;
    static constexpr int batch = 1 << 30;
};

/// What a model or its layout cannot be: no layers, counts and sizes beyond any that were built, sizes that do not
/// divide. Empty if it can be.
Message whatIsWrong(const ModelDescription& model);
Message whatIsWrong(const PlannedLayout& layout);

/// "none", "optimizer", "gradients", "parameters"; "none", "selective", "full"; "fp32", "fp16", "bf16", "fp8";
/// "generic", "megatron", "deepspeed", "nanotron": as knobs and descriptions take them.
std::string_view shardingKey(StateSharding sharding);
std::optional<StateSharding> shardingFromKey(std::string_view key);
std::string_view recomputeKey(Recompute recompute);
std::optional<Recompute> recomputeFromKey(std::string_view key);
std::string_view precisionKey(Precision precision);
std::optional<Precision> precisionFromKey(std::string_view key);
std::string_view trainingFrameworkKey(TrainingFramework framework);
std::optional<TrainingFramework> trainingFrameworkFromKey(std::string_view key);

} // namespace bubblescope
