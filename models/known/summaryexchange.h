// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"
#include "traceexchange.h"

#include <algorithm>

namespace bubblescope {

// One list of members serves both writing (const values) and reading.
template <typename Archive, Either<TimeSplit> Value> void exchange(Archive& archive, Value& value)
{
    auto& [time, waitingFor, shortGaps, longGaps, pipelineGap, hostWait, kernelWait, unknownWait, hiddenCommunication,
        hidden, pipelineBubble]
        = value;
    const auto each = [&archive](auto& times) {
        for (auto& one : times)
            archive(one);
    };
    each(time);
    each(waitingFor);
    archive(shortGaps, longGaps, pipelineGap, hostWait, kernelWait, unknownWait, hiddenCommunication);
    each(hidden);
    each(pipelineBubble);
}

template <typename Archive, Either<RankSummary> Value> void exchange(Archive& archive, Value& value)
{
    auto& [rank, stage, host, window, split] = value;
    archive(rank, stage, host, window, split);
}

template <typename Archive, Either<StageSummary> Value> void exchange(Archive& archive, Value& value)
{
    auto& [stage, ranks, forward, backward, split] = value;
    archive(stage, ranks, forward, backward, split);
}

template <typename Archive, Either<StageTimes::Pass> Value> void exchange(Archive& archive, Value& value)
{
    auto& [stage, step, microbatch, forward, backward] = value;
    archive(stage, step, microbatch, forward, backward);
}

template <typename Archive, Either<StageTimes::StageStep> Value> void exchange(Archive& archive, Value& value)
{
    auto& [stage, step, microbatches, forward, backward] = value;
    archive(stage, step, microbatches, forward, backward);
}

template <typename Archive, Either<StageTimes::Stage> Value> void exchange(Archive& archive, Value& value)
{
    auto& [stage, forwardPerMicrobatch, backwardPerMicrobatch] = value;
    archive(stage, forwardPerMicrobatch, backwardPerMicrobatch);
}

template <typename Archive, Either<StageTimes> Value> void exchange(Archive& archive, Value& value)
{
    auto& [passes, stageSteps, stages, slowest, imbalance] = value;
    archive(passes, stageSteps, stages, slowest, imbalance);
}

/// Whether its numbers are places in their lists, and of so many steps.
inline bool isSound(const StageTimes& times, size_t steps)
{
    const auto isStep = [most = std::max<size_t>(steps, 1)](const auto& of) { return of.step >= 0 && size_t(of.step) < most; };
    return times.slowest >= -1 && times.slowest < int64_t(times.stages.size())
        && std::all_of(times.passes.begin(), times.passes.end(), isStep)
        && std::all_of(times.stageSteps.begin(), times.stageSteps.end(), isStep);
}

// Without what only drawings show: the waiting of single spans, when time was lost.
template <typename Archive, Either<RunSummary> Value> void exchange(Archive& archive, Value& value)
{
    auto& [part, stepTime, steps, whole, split, ranks, ranksWithout, stages, stageTimes, waiting, lost, isOverview]
        = value;
    static_cast<void>(waiting);
    static_cast<void>(lost);
    static_cast<void>(isOverview);
    archive(part, stepTime, steps, whole, split, ranks, ranksWithout, stages, stageTimes);
}

} // namespace bubblescope
