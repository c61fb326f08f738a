// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sensitivity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bubblescope {

/// The result of a simulation for any kind of input. Times are in ns.
struct SimulationReport {
    /// Where the time of the mean rank goes; the parts add up to the step. Terms as in TimeSplit.
    struct Parts {
        double computeNs = 0;
        std::vector<std::pair<Category, double>> exposedCommNs; ///< by group
        double waitingNs = 0;
        std::array<double, pipelinePhaseCount> bubbleNs {}; ///< by phase
        double idleNs = 0;
        double hostNs = 0;
        double notRecordedNs = 0;
        double bubbleShare = 0; ///< of ranks x step
        TimeParts ofAllRanks;   ///< add up to ranks x step, with what is unexplained
        size_t ranks = 0;
    };
    struct Stage {
        int stage;
        double busyNs;
        double spanNs;               ///< first start to last end of its passes
        double peakInFlight;         ///< microbatches
        double parameterBytes = -1;  ///< per GPU; -1 if unknown
        double activationBytes = -1; ///< at the peak, per GPU
        double forwardNs = 0;        ///< of one microbatch
        double backwardNs = 0;       ///< of one microbatch, with the weight gradient
    };
    struct Baseline {
        double stepNs;
        double makespanNs;
        Origin origin;
        Parts parts {};
        std::vector<Stage> stages {};
        double unexplainedNs = 0; ///< of stepNs
        bool isRecording = false; ///< a whole recording, in which nothing marks a step
        std::optional<double> samplesPerSecond {};
    };
    struct Knob {
        std::string name; ///< as on the command line
        std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<double>> value;
    };

    std::string title; ///< what was simulated, for display
    std::optional<Baseline> baseline;
    double stepNs = 0;     ///< with synchronization, optimizer and host, as far as known, and what is unexplained
    double lowNs = 0;      ///< where the step is expected
    double highNs = 0;
    double makespanNs = 0; ///< the pipeline alone, without what is unexplained
    double longestStageNs = 0;
    double bubbleShareLongestStage = 0; ///< time without passes over the longest stage, as in zero-bubble papers
    Parts parts;
    double unexplainedNs = 0; ///< of the step: what the model leaves out of the baseline, or adds to it
    std::optional<double> replayError; ///< of the model: (modelled - measured) / measured present
    std::optional<double> samplesPerSecond;
    std::vector<Stage> stages;
    double gpuMemoryBytes = 0;       ///< 0 if unknown
    double gpuFlops = 0;             ///< the peak, half precision; 0 if unknown
    std::string hardware;            ///< that is asked about
    std::optional<DescribedAnswer> described; ///< of a described job
    std::string memoryWarning;       ///< a sentence if a stage does not fit
    std::optional<SimAiTerms> simAi; ///< for the rule of SimAI-Analytical
    std::vector<MeasuredStep> measured; ///< of that layout, by other logs
    std::vector<PricedTransfer> transfers;
    std::optional<MachineGuess> machine; ///< that the input's own times come from
    std::vector<KnobGain> gains;     ///< what helps most, if requested
    std::vector<Knob> knobs;
    std::vector<std::string> assumptions; ///< whole sentences
    std::vector<GuessedSize> guesses;     ///< the assumed sizes among them
    std::vector<SlowRank> slowRanks;      ///< the same
    bool knowsMemory() const
    {
        const auto isKnown = [](const Stage& stage) { return stage.parameterBytes >= 0 || stage.activationBytes >= 0; };
        return described || (gpuMemoryBytes > 0 && std::any_of(stages.begin(), stages.end(), isKnown));
    }
    std::string picture; ///< the schedule drawn in UTF-8 characters; may be empty
};

SimulationReport::Parts partsOf(const StepFigures& figures);
std::vector<SimulationReport::Stage> stagesOf(const StepFigures& figures);

/// Output of `simulate --json`. Its keys are a contract with its readers; unknown values are null.
std::string simulationJson(const SimulationReport& report);
/// The same as UTF-8 text.
std::string simulationText(const SimulationReport& report);

} // namespace bubblescope
