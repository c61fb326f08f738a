// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace bubblescope {

struct RunSummary;

/// The figures of a step, measured or modelled. Times in ns; the parts are those of the mean rank and add up to the
/// step.
struct StepFigures {
    struct Stage {
        int stage = 0;
        double busyNs = 0;
        double spanNs = 0;           ///< first start to last end
        double peakInFlight = 0;     ///< microbatches between forward and backward
        double parameterBytes = -1;  ///< weights, gradients and optimizer state per GPU; -1 where not known
        double activationBytes = -1; ///< at the peak, per GPU
        double forwardNs = 0;        ///< of one microbatch
        double backwardNs = 0;       ///< of one microbatch, with the weight gradient
        bool knowsMemory() const { return parameterBytes >= 0 || activationBytes >= 0; }
        double memoryBytes() const { return std::max(parameterBytes, 0.0) + std::max(activationBytes, 0.0); }
        /// Also where sizes are not known: nothing is said against it.
        bool fits(double gpuMemory) const { return gpuMemory <= 0 || memoryBytes() <= gpuMemory; }
    };
    double stepNs = 0;     ///< with synchronization, optimizer and host; without what the model does not explain
    double makespanNs = 0; ///< the pipeline alone
    double longestStageNs = 0;
    double bubbleShare = 0;             ///< of ranks x step, as RunSummary::bubbleShare()
    double bubbleShareLongestStage = 0; ///< without passes, over the longest stage's span, as zero-bubble papers state it
    double computeNs = 0;
    std::array<double, categoryCount> exposedNs {}; ///< by group
    double waitingNs = 0; ///< for members of a group, also where only the ends tell of it; the pipeline's is bubble
    // Bubbles, by rank: until its first backward pass begins, in between, and after its last forward pass.
    double warmupBubbleNs = 0;
    double steadyBubbleNs = 0;
    double cooldownBubbleNs = 0;
    double idleNs = 0; ///< neither work nor communication nor a bubble
    double hostNs = 0;
    double unexplainedNs = 0;  ///< part of the stated step that the model does not explain; never in stepNs
    double errorNs = 0;        ///< half of the range in which the step is expected; 0 as recorded
    double samplesPerStep = 0; ///< 0 where not known
    std::vector<Stage> stages;
    /// What is stated, and what a simulated step is compared with: what the model does not explain stays, else every
    /// log would look faster.
    double wholeStepNs() const { return stepNs + unexplainedNs; }
    double lowNs() const { return std::max(0.0, wholeStepNs() - errorNs); }
    double highNs() const { return wholeStepNs() + errorNs; }
    double exposedCommunicationNs() const { return std::accumulate(exposedNs.begin(), exposedNs.end(), 0.0); }
    double bubbleNs() const { return warmupBubbleNs + steadyBubbleNs + cooldownBubbleNs; }
    /// All parts: the step without what the model does not explain, measured or modelled.
    double explainedNs() const
    {
        return computeNs + exposedCommunicationNs() + waitingNs + bubbleNs() + idleNs + hostNs;
    }
    /// Takes over where the time of the ranks goes: the only source of the parts, measured or simulated.
    void charge(const RunSummary& summary);
    bool hasPipeline() const { return !stages.empty(); }
    double samplesPerSecond() const { return wholeStepNs() > 0 ? samplesPerStep * 1e9 / wholeStepNs() : 0; }
    double nsPerSample() const { return samplesPerStep > 0 ? wholeStepNs() / samplesPerStep : 0; }
};

} // namespace bubblescope
