// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "jobdescription.h"
#include "machinehints.h"
#include "message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What a log prints for one step; nullopt if it does not print it.
struct LogStep {
    int64_t step = 0;
    std::optional<double> stepMs;
    bool stepMsFromTimestamps = false; ///< difference of time stamps instead of a printed number
    std::optional<double> loss;        ///< always finite: a NaN loss is reported and has no point on the curve
    std::optional<double> perplexity;
    std::optional<double> learningRate;
    std::optional<double> accuracy; ///< of an evaluation, where the log measures its quality so; as printed
    std::optional<double> gradientNorm;
    std::optional<double> tokensPerSecond; ///< as printed: per GPU in torchtitan and MaxText, per job elsewhere
    std::optional<double> samplesPerSecond;
    std::optional<double> teraflops; ///< per GPU
    std::optional<double> mfuPercent;
    std::optional<double> memoryGiB; ///< peak reserved (else allocated) memory of the rank that prints most
    uint64_t offset = 0;             ///< from the start of the file
};

/// Forward time of one stage in one step by layer, summed over the microbatches of the step.
struct StageBlock {
    struct LayerTime {
        int layer = 0; ///< number, or one of the constants below
        double totalMs = 0;
        int64_t operations = 0; ///< leaf calls over all microbatches
        double averageMs = 0;
    };
    static constexpr int embedding = -1; ///< sorts before layer 0
    static constexpr int head = 1 << 20; ///< lm_head; sorts after all layers
    int64_t step = 0;
    int rank = -1;
    int stage = -1;
    std::vector<LayerTime> layers;
    uint64_t offset = 0;
    double totalMs() const;
};

/// A named timer of one step (Megatron's `time (ms) |` lines), ms.
struct LogTimer {
    int64_t step = 0;
    std::string name;
    double ms = 0;
};

/// Step time of one rank (`rank_id: N, sum(1f1b+optim) time: …`), in order of printing.
struct RankStepTime {
    int rank = -1;
    int occurrence = 0; ///< 0 for the first line of this rank, 1 for the second, …
    double ms = 0;
};

/// The console output of a training run.
struct RunLog {
    /// Trainer: dictionaries and progress bars of Hugging Face, NeMo and Lightning. Scalars: curves that a tracker
    /// exported.
    enum class Kind : uint8_t { OptPrime, Megatron, DeepSpeed, TorchTitan, StepTimes, Trainer, Mlperf, Scalars };
    /// Forward time of one layer, summed over all stages that hold a part of it.
    struct LayerForward {
        int layer = 0; ///< as in StageBlock
        double ms = 0;
        bool operator==(const LayerForward&) const = default;
    };
    std::string name;
    std::string file;
    Kind kind = Kind::Megatron;
    std::vector<LogStep> steps;     ///< by step number, without repeats
    std::vector<StageBlock> blocks; ///< by step, then stage, then rank
    std::vector<LogTimer> timers;
    std::vector<RankStepTime>
        rankSteps; ///< if nothing else is printed, `steps` has the slowest rank of each occurrence
    std::vector<RankStepTime> startUps; ///< when each process said that it starts, after the first of them
    uint64_t layerRecords = 0;
    uint64_t repeatedSteps = 0; ///< identical step lines of other ranks that were dropped
    std::optional<int> worldSize;
    std::optional<int> tensorParallel;
    std::optional<int> pipelineParallel;
    std::optional<int> dataParallel;
    std::optional<int> expertParallel;
    std::optional<int> contextParallel;
    std::optional<int> microbatches; ///< per step and replica (GAS)
    std::optional<int> globalBatch;
    std::optional<int> microbatchSize;
    std::optional<int> layerCount;
    std::optional<int> sequenceLength; ///< tokens of a sample
    std::string modelName;             ///< as the program prints it: "LlamaForCausalLM"; empty if it does not
    std::optional<int64_t> parameters; ///< of the whole model
    std::optional<double> elapsedSeconds; ///< of the whole program, as printed
    MachineHints machine {};
    std::optional<JobDescription> description {}; ///< of what was trained, as far as the log states it
    Message whyNotDescribed {};                   ///< why what it states describes no model; empty if it states nothing
    Message crash {}; ///< the error that it ends in: "after step 50: …"; empty if it ends in none

    /// Number of steps with stage blocks; without any, number of step lines (or lines per rank).
    int64_t stepCount() const;
    int stageCount() const;
    uint64_t lossPoints() const;
    /// Median over the steps without the first (warmup), which counts only if it is the only one; nullopt if no times
    /// are known.
    std::optional<double> medianStepMs() const;
    /// By stage: median over steps of block total / microbatches, without the first step. If several ranks of a stage
    /// print (tensor or data parallel replicas), the slowest counts, since the stage waits for it. NaN for a stage
    /// without blocks between others; empty if the number of microbatches is unknown.
    std::vector<double> stageForwardMsPerMicrobatch() const;
    /// By layer, for one step: sum over all stages with a part of the layer, taking the slowest rank of each stage.
    /// Summed over the microbatches of the step.
    std::vector<LayerForward> layerForwardMs(int64_t step) const;
    /// By layer: median of layerForwardMs() over steps, without the first step.
    std::vector<LayerForward> medianLayerForwardMs() const;
    /// Numbers of the steps with stage blocks, ascending.
    std::vector<int64_t> blockSteps() const;
};

/// "opt_prime", "megatron", "deepspeed", "torchtitan", "step-times", "trainer", "mlperf" or "scalars".
const char* runLogKindName(RunLog::Kind kind);
/// "embed", "12" or "lm_head".
std::string logLayerName(int layer);

} // namespace bubblescope
