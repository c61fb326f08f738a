// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthtext.h"
#include "collectivecost.h"
#include "jobdescription.h"
#include "result.h"
#include "schedule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How a step is computed from a SimAI workload.
enum class StepRule : uint8_t { EventDriven, SimAiAnalytical };

/// Where the answers about a measured step come from.
enum class ModelUse : uint8_t {
    Automatic, ///< its own records, re-timed, as long as their order stays
    Always     ///< the model, as for every other order; nothing stands for what it does not explain
};

/// Changes relative to the opened input. An absent knob was not moved: the input's own value applies.
struct Knobs {
    /// Multiplies the compute time of one rank, or of all ranks of a stage, by `factor`.
    struct Straggler {
        enum class Of : uint8_t { Rank, Stage };
        Of of = Of::Rank;
        int number = 0;
        double factor = 1;
        bool operator==(const Straggler&) const = default;
    };

    /// Multiplies the time of the messages between two pipeline ranks, in both directions, by `factor`.
    struct Link {
        int first = 0;
        int second = 1; ///< behind `first`
        double factor = 1;
        bool operator==(const Link&) const = default;
    };

    // Structure: these change the order of operations.
    std::optional<ScheduleKind> schedule;
    std::optional<int> memoryLimit;  ///< for zb-auto: microbatches in flight
    std::optional<int> microbatches; ///< per step and replica; their size stays the same
    /// Samples. Of a described job a change; elsewhere, where the input does not state it: given, no change.
    std::optional<int> microbatchSize;
    std::optional<int> stages;
    std::optional<int> chunks; ///< pieces of the model per pipeline rank
    std::optional<int> tensor;
    std::optional<int> data;
    std::optional<int> expert;
    std::optional<int> layers;
    std::vector<int> partition; ///< layers of each model stage; empty: unchanged, or even

    // Of a job that is described, whose work follows from the sizes of its model: structure as well.
    std::optional<int> context; ///< GPUs that share a sequence
    std::optional<int> expertTensor;
    std::optional<int> sequence; ///< tokens of a sample
    std::optional<bool> sequenceParallel;
    std::optional<StateSharding> shard;
    std::optional<Recompute> recompute;
    std::optional<int> recomputedLayers; ///< of a stage, with Recompute::Full; absent: all
    std::optional<Precision> precision;
    std::optional<bool> vocabularyParallel; ///< embedding and head on all stages
    std::optional<double> capacityFactor;
    std::optional<bool> offload; ///< optimizer states in the host's memory
    std::optional<TrainingFramework> framework; ///< as which a job is planned

    // Costs: these keep the order and change times.
    std::optional<std::string> measuredOn; ///< a preset's name: of the machine that the input's times are from
    std::optional<std::string> hardware;   ///< a preset's name: of the machine that is asked about
    std::optional<double> nvlinkBandwidth; ///< bytes/s, one way per GPU
    std::optional<double> nicBandwidth;    ///< bytes/s, one way per GPU
    std::optional<double> latencyNs;       ///< per step of an algorithm, inside and across nodes
    std::optional<CollectiveAlgorithm> algorithm;
    std::optional<double> computeScale;    ///< factor for compute times
    std::optional<double> commScale;       ///< factor for transfers, not for what waits for their members
    std::vector<Link> links;
    std::optional<bool> overlap;           ///< gradient communication overlaps compute
    std::optional<double> overlapSlowdown; ///< compute takes 1 + this times as long while communication runs
    std::vector<Straggler> stragglers;
    std::optional<bool> blockingSends;
    std::optional<double> hostGaps;      ///< factor for the gaps between operations
    std::optional<double> backwardRatio; ///< backward / forward, for inputs without backward times
    std::optional<double> together;      ///< of DualPipe: a joint forward and backward pass / both one after the other

    std::optional<ModelUse> model;

    std::optional<int> gpus; ///< of a described job, and for SimAI-Analytical

    // Only for SimAI-Analytical:
    std::optional<StepRule> rule;
    std::optional<int> gpusPerServer;
    std::optional<int> nicsPerServer;
    std::optional<double> nvlinkGiBps;
    std::optional<double> nicGiBps;
    std::optional<double> pipelineGiBps; ///< absent: messages between stages are not counted

    bool operator==(const Knobs&) const = default;
    /// True if a moved knob requires another order of operations.
    bool changeStructure() const;
    /// True if a moved knob asks for another size of a described job.
    bool changeDescription() const;
    bool alwaysModels() const { return model == ModelUse::Always; }
};

/// A knob as shown to the user and used on command lines.
struct KnobInfo {
    std::string_view key;  ///< "compute-scale"
    std::string_view name; ///< "Compute scale"
    std::string_view help; ///< one sentence with the unit
};
/// All knobs, in the order of the pane.
std::span<const KnobInfo> knobTable();
/// Sets a knob from text: "microbatches" "16", "nic" "400Gb/s", "straggler" "rank:3=1.3" (or "stage:2=1.1"),
/// "partition" "9,9,9,5", "overlap" "on". Replaces the former value; empty text resets it. Invalid text, including a
/// bandwidth without a unit, is an error.
Result<bool> setKnob(Knobs& knobs, std::string_view key, std::string_view text);
/// The text that setKnob() accepts; empty if the knob was not moved.
std::string knobText(const Knobs& knobs, std::string_view key);
/// All moved knobs on one line, "microbatches=16; nic=100GB/s"; empty if there are none. And its reverse.
std::string knobsLine(const Knobs& knobs);
Result<Knobs> knobsFromLine(std::string_view line);

} // namespace bubblescope
