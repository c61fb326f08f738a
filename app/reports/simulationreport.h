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

/// The result of a simulation, of whatever kind of input. Times are ns.
struct SimulationReport {
    /// Where the time of the mean rank goes; the parts add up to the step. Words as TimeSplit has them.
    struct Parts {
        double computeNs = 0;
        std::vector<std::pair<Category, double>> exposedCommNs; ///< by group
        double waitingNs = 0;
        std::array<double, pipelinePhaseCount> bubbleNs {}; ///< by phase
        double idleNs = 0;
        double hostNs = 0;
        double bubbleShare = 0; ///< of ranks x step
    };
    struct Stage {
        int stage;
        double busyNs;
        double spanNs;               ///< first start to last end of its passes
        double peakInFlight;         ///< microbatches
        double parameterBytes = -1;  ///< per GPU; -1 where not known
        double activationBytes = -1; ///< at the peak, per GPU
        double forwardNs = 0;        ///< of one microbatch
        double backwardNs = 0;       ///< of one microbatch, with the weight gradient
    };
    struct Baseline {
        double stepNs;
        Origin origin;
        Parts parts {};
        std::vector<Stage> stages {};
    };
    struct Knob {
        std::string name; ///< as on the command line
        std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<double>> value;
    };

    std::string title; ///< for people: what was simulated
    std::optional<Baseline> baseline;
    double stepNs = 0;     ///< with synchronization, optimizer and host, as far as known; without what is unexplained
    double errorNs = 0;    ///< half of the range in which step and what is unexplained are expected
    double makespanNs = 0; ///< the pipeline alone
    double longestStageNs = 0;
    double bubbleShareLongestStage = 0; ///< without passes, of the longest stage, as the zero-bubble papers have it
    Parts parts;
    double unexplainedNs = 0; ///< of the baseline, on top of the step
    std::optional<double> samplesPerSecond; ///< of the step with what is unexplained
    std::vector<Stage> stages;
    double gpuMemoryBytes = 0;       ///< 0 where not known
    std::string memoryWarning;       ///< a sentence where a stage does not fit
    std::optional<SimAiTerms> simAi; ///< under the rule of SimAI-Analytical
    std::vector<PricedTransfer> transfers;
    std::optional<MachineGuess> machine; ///< that the input's own times come from
    std::vector<KnobGain> gains;     ///< what helps most, where it was asked for
    std::vector<Knob> knobs;
    std::vector<std::string> assumptions; ///< sentences
    std::vector<GuessedSize> guesses;     ///< the sizes among them
    bool knowsMemory() const
    {
        return gpuMemoryBytes > 0 && std::any_of(stages.begin(), stages.end(), [](const Stage& stage) {
            return stage.parameterBytes >= 0 || stage.activationBytes >= 0;
        });
    }
    std::string picture; ///< the schedule drawn in characters, UTF-8; may be empty
};

SimulationReport::Parts partsOf(const StepFigures& figures);
std::vector<SimulationReport::Stage> stagesOf(const StepFigures& figures);

/// What `simulate --json` prints. Its keys are a contract with whoever reads them; what is not known is null.
std::string simulationJson(const SimulationReport& report);
/// The same for people, in UTF-8.
std::string simulationText(const SimulationReport& report);

} // namespace bubblescope
