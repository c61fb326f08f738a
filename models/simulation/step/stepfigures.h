// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timeparts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace bubblescope {

struct RunSummary;

/// Figures of a measured or modelled step. Times in ns; the parts are those of the mean rank and add up to the
/// step.
struct StepFigures {
    struct Stage {
        int stage = 0;
        double busyNs = 0;
        double spanNs = 0;           ///< first start to last end
        double peakInFlight = 0;     ///< microbatches between forward and backward
        double parameterBytes = -1;  ///< weights, gradients and optimizer state per GPU; -1 if unknown
        double activationBytes = -1; ///< at the peak, per GPU
        double forwardNs = 0;        ///< of one microbatch
        double backwardNs = 0;       ///< of one microbatch, with the weight gradient
        bool knowsMemory() const { return parameterBytes >= 0 || activationBytes >= 0; }
        double memoryBytes() const { return std::max(parameterBytes, 0.0) + std::max(activationBytes, 0.0); }
    };
    /// Of a GPU's memory, what the modelled bytes may fill; 0 where the framework itself would refuse the job.
    double usableMemory = 1;
    /// In bytes. Of a job that is refused, what its stages hold is compared with all of the memory.
    double usableBytes(double gpuMemory) const { return usableMemory > 0 ? gpuMemory * usableMemory : gpuMemory; }
    /// Also true if sizes are unknown: nothing contradicts it.
    bool fits(const Stage& stage, double gpuMemory) const
    {
        return gpuMemory <= 0 || stage.memoryBytes() <= usableBytes(gpuMemory);
    }
    /// All stages do, and nothing refuses the job.
    bool fits(double gpuMemory) const
    {
        return usableMemory > 0
            && std::all_of(stages.begin(), stages.end(), [&](const Stage& stage) { return fits(stage, gpuMemory); });
    }
    double stepNs = 0;     ///< with synchronization, optimizer and host; without what the model does not explain
    double makespanNs = 0; ///< the pipeline alone; nobody knows whether what is unexplained lies in it
    double longestStageNs = 0;
    double bubbleShare = 0;             ///< of ranks x stepNs, like RunSummary::bubbleShare()
    double bubbleShareLongestStage = 0; ///< without passes, over the longest stage's span, as in zero-bubble papers
    double computeNs = 0;
    std::array<double, categoryCount> exposedNs {}; ///< by group
    double waitingNs = 0; ///< for members of a group, even if only the ends reveal it; for the pipeline: bubble
    // Bubbles of each rank: before its first backward pass, after its last forward pass, and in between.
    double warmupBubbleNs = 0;
    double steadyBubbleNs = 0;
    double cooldownBubbleNs = 0;
    double idleNs = 0; ///< neither work nor communication nor a bubble
    double hostNs = 0;
    TimeParts charged; ///< of all ranks, as far as they are charged: see parts()
    size_t ranks = 0;
    double unexplainedNs = 0;  ///< what the model leaves out of the stated or measured step (or adds to it); not in stepNs
    std::optional<double> replayError; ///< of the model that answers, see Simulator::replayError(); none: records do
    double errorNs = 0; ///< how much longer the step may be; 0 as recorded
    std::optional<double> belowNs {}; ///< how much shorter it may be, where that differs
    /// Of a step that follows itself: what the recorded one took beyond its period, or below 0 less. It is part of the
    /// answer, but the step may do without it where it repeats.
    double beyondPeriodNs = 0;
    /// What makes most of its range, where one thing does: whether hosts launched what devices did, how much of the
    /// waiting for ranks is for their late hosts, or whether compute runs beside collectives.
    enum class WideBy : uint8_t { Unknown, Launches, LateHosts, Beside };
    WideBy wideBy = WideBy::Unknown;
    double samplesPerStep = 0; ///< 0 if unknown
    double openedSamplesPerStep = 0; ///< of the step as it was opened, with microbatches of the same size
    std::vector<Stage> stages;
    /// The stated step, to compare a simulated one with. What the model does not explain is included, or every log
    /// would appear to get faster.
    double wholeStepNs() const { return stepNs + unexplainedNs; }
    double shorterNs() const { return belowNs.value_or(errorNs); }
    double lowNs() const { return std::max(0.0, wholeStepNs() - shorterNs() - std::max(beyondPeriodNs, 0.0)); }
    double highNs() const { return wholeStepNs() + errorNs - std::min(beyondPeriodNs, 0.0); }
    double exposedCommunicationNs() const { return std::accumulate(exposedNs.begin(), exposedNs.end(), 0.0); }
    double bubbleNs() const { return warmupBubbleNs + steadyBubbleNs + cooldownBubbleNs; }
    double notRecordedNs() const { return ranks > 0 ? charged.of(TimePart::NotRecorded) / double(ranks) : 0; }
    /// Sum of all parts: the step without what the model does not explain, measured or modelled.
    double explainedNs() const
    {
        return computeNs + exposedCommunicationNs() + waitingNs + bubbleNs() + idleNs + hostNs + notRecordedNs();
    }
    /// What the parts leave out of the step, or add to it if below 0.
    double restNs() const;
    /// Of all ranks: add up to ranks x wholeStepNs(), since what nothing explains is one of them.
    TimeParts parts() const;
    /// Sets the parts, for measured and simulated steps alike: the summary is their only source.
    void charge(const RunSummary& summary);
    /// Of ranks x the whole step, like its other parts; of a model that takes longer than it, of ranks x the model.
    double wholeBubbleShare() const
    {
        return bubbleShare * (unexplainedNs > 0 && wholeStepNs() > 0 ? stepNs / wholeStepNs() : 1);
    }
    bool hasPipeline() const { return isPipeline(stages.size(), bubbleShare); }
    double samplesPerSecond() const { return wholeStepNs() > 0 ? samplesPerStep * 1e9 / wholeStepNs() : 0; }
    double nsPerSample() const { return samplesPerStep > 0 ? wholeStepNs() / samplesPerStep : 0; }
};

} // namespace bubblescope
