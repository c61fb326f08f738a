// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "result.h"
#include "schedule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How a step follows from a SimAI workload.
enum class StepRule : uint8_t { EventDriven, SimAiAnalytical };

/// Where the answers about a measured step come from.
enum class ModelUse : uint8_t {
    Automatic, ///< its own records, re-timed, as long as their order stays
    Always     ///< the model, as for every other order; nothing stands for what it does not explain
};

/// What should be different from what was opened. A knob that is absent was not moved: the input's own value counts.
struct Knobs {
    /// Compute of one rank, or of all ranks of a stage, takes `factor` times as long.
    struct Straggler {
        enum class Of : uint8_t { Rank, Stage };
        Of of = Of::Rank;
        int number = 0;
        double factor = 1;
        bool operator==(const Straggler&) const = default;
    };

    // Structure: another order of operations.
    std::optional<ScheduleKind> schedule;
    std::optional<int> memoryLimit;  ///< zb-auto: microbatches in flight
    std::optional<int> microbatches; ///< per step and replica, of unchanged size
    std::optional<int> stages;
    std::optional<int> chunks; ///< pieces of the model per pipeline rank
    std::optional<int> tensor;
    std::optional<int> data;
    std::optional<int> expert;
    std::optional<int> layers;
    std::vector<int> partition; ///< layers of each model stage; empty: as it is, or even

    // Costs: the same order, other times.
    std::optional<std::string> hardware;   ///< a preset's name
    std::optional<double> nvlinkBandwidth; ///< bytes/s, one-way per GPU
    std::optional<double> nicBandwidth;    ///< bytes/s, one-way per GPU
    std::optional<double> latencyNs;       ///< per step of an algorithm, inside and across nodes
    std::optional<CollectiveAlgorithm> algorithm;
    std::optional<double> computeScale;    ///< compute takes so many times as long
    std::optional<bool> overlap;           ///< gradient communication beside compute
    std::optional<double> overlapSlowdown; ///< compute stretches by 1 + this while communication runs beside it
    std::vector<Straggler> stragglers;
    std::optional<bool> blockingSends;
    std::optional<double> hostGaps;      ///< gaps between operations are so many times as long
    std::optional<double> backwardRatio; ///< backward / forward, where backward is not known

    std::optional<ModelUse> model;

    // SimAI-Analytical alone.
    std::optional<StepRule> rule;
    std::optional<int> gpus;
    std::optional<int> gpusPerServer;
    std::optional<int> nicsPerServer;
    std::optional<double> nvlinkGiBps;
    std::optional<double> nicGiBps;
    std::optional<double> pipelineGiBps; ///< absent: messages between stages are not counted

    bool operator==(const Knobs&) const = default;
    /// True where a knob is moved that asks for another order of operations.
    bool changeStructure() const;
    bool alwaysModels() const { return model == ModelUse::Always; }
};

/// A knob as people and command lines know it.
struct KnobInfo {
    std::string_view key;  ///< "compute-scale"
    std::string_view name; ///< "Compute scale"
    std::string_view help; ///< one sentence with the unit
};
/// All knobs, in the order of the pane.
std::span<const KnobInfo> knobTable();
/// Sets a knob from text: "microbatches" "16", "nic" "400Gb/s", "straggler" "rank:3=1.3" (or "stage:2=1.1"),
/// "partition" "9,9,9,5", "overlap" "on". Replaces its former value; empty text resets it. What cannot be read is
/// refused with a sentence, a bandwidth without a unit too.
Result<bool> setKnob(Knobs& knobs, std::string_view key, std::string_view text);
/// The same way back; empty where the knob was not moved.
std::string knobText(const Knobs& knobs, std::string_view key);
/// All moved knobs as one line, "microbatches=16; nic=100GB/s"; empty where none is. And back.
std::string knobsLine(const Knobs& knobs);
Result<Knobs> knobsFromLine(std::string_view line);

/// "48.5GB/s", "400Gb/s" or "23GiB/s" as bytes per second.
Result<double> parseBandwidth(std::string_view text);
/// The shortest text that parseBandwidth() reads back as this very number.
std::string bandwidthText(double bytesPerSecond);

} // namespace bubblescope
