// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "planstate.h"

#include <string>
#include <vector>

/// Made-up configurations for tests of what shows plans. Their figures fit no model.
namespace bubblescope {

struct PlanPoint {
    int tensor = 1;
    int stages = 1;
    int data = 8;
    double tokens = 10'000; ///< per second and GPU
    double gigabytes = 40;  ///< of the fullest stage
    PlanLimit limit = PlanLimit::Compute;
    bool isPareto = false;
    bool isApart = true;
};

inline PlanCandidate planCandidate(const PlanPoint& point)
{
    PlanCandidate candidate;
    PlannedLayout& layout = candidate.job.layout;
    layout.gpus = point.tensor * point.stages * point.data;
    layout.tensor = point.tensor;
    layout.stages = point.stages;
    layout.data = point.data;
    layout.context = 1;
    layout.expert = 1;
    layout.chunks = 1;
    layout.microbatchSize = 1;
    layout.globalBatch = 64;
    layout.sequence = 1000;
    layout.schedule = "1f1b";
    layout.recompute = Recompute::None;
    layout.shard = StateSharding::None;
    candidate.job.model.name = "made up";
    candidate.job.model.layers = 8;
    candidate.set = "tensor=" + std::to_string(point.tensor) + " stages=" + std::to_string(point.stages)
        + " data=" + std::to_string(point.data);
    PlannedStep& step = candidate.step;
    const double stepNs = 64 * 1000 / (point.tokens * *layout.gpus) * 1e9;
    step.computeNs = 0.7 * stepNs;
    step.bubbleNs = 0.2 * stepNs;
    step.tensorNs = 0.1 * stepNs;
    step.lowNs = stepNs / 1.05;
    step.highNs = stepNs / 0.95;
    step.tokensPerSecondPerGpu = point.tokens;
    step.mfu = 0.4;
    step.limit = point.limit;
    for (int stage = 0; stage < point.stages; ++stage) {
        PlannedStageMemory memory;
        const double bytes = point.gigabytes * 1e9 * (stage == 0 ? 1 : 0.8);
        memory.parameterBytes = 0.2 * bytes;
        memory.gradientBytes = 0.2 * bytes;
        memory.optimizerBytes = 0.3 * bytes;
        memory.activationBytes = 0.3 * bytes;
        memory.layers = 8 / point.stages;
        step.memory.stages.push_back(memory);
    }
    candidate.isSimulated = true;
    candidate.isPareto = point.isPareto;
    candidate.isApart = point.isApart;
    return candidate;
}

/// A job on eight GPUs of 80 GB, TP 2 and PP 2.
inline PlanSubject planSubject()
{
    PlanSubject subject;
    subject.now = planCandidate({2, 2, 2, 9000, 60, PlanLimit::Bubble});
    subject.job = subject.now->job;
    subject.name = QStringLiteral("made up");
    subject.nowName = QStringLiteral("now");
    subject.hardware = QStringLiteral("H100");
    subject.gpuMemoryBytes = 80e9;
    return subject;
}

/// Four, best first: the first two cannot be told apart, the first and third are the front.
inline PlanAnswer planAnswer()
{
    PlanAnswer answer;
    answer.candidates = {planCandidate({1, 1, 8, 12'000, 75, PlanLimit::Memory, true}),
        planCandidate({1, 2, 4, 11'900, 76, PlanLimit::Bubble, false, false}),
        planCandidate({2, 1, 4, 10'500, 45, PlanLimit::Network, true}),
        planCandidate({4, 1, 2, 8'000, 50, PlanLimit::Network})};
    answer.searched = 1234;
    answer.pruned = 1230;
    answer.seconds = 0.25;
    return answer;
}

} // namespace bubblescope
