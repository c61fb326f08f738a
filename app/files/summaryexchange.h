// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"
#include "traceexchange.h"

namespace bubblescope {

// One list of members serves both writing (const values) and reading.
template <typename Archive, Either<TimeSplit> Value> void exchange(Archive& archive, Value& value)
{
    auto& [time, waitingFor, shortGaps, longGaps, pipelineGap, hostWait, kernelWait, hiddenCommunication, hidden,
        pipelineBubble]
        = value;
    const auto each = [&archive](auto& times) {
        for (auto& one : times)
            archive(one);
    };
    each(time);
    each(waitingFor);
    archive(shortGaps, longGaps, pipelineGap, hostWait, kernelWait, hiddenCommunication);
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

// Without what only drawings show: passes, the waiting of single spans, when time was lost.
template <typename Archive, Either<RunSummary> Value> void exchange(Archive& archive, Value& value)
{
    auto& [part, stepTime, steps, split, ranks, ranksWithout, stages, stageTimes, waiting, lost] = value;
    static_cast<void>(stageTimes);
    static_cast<void>(waiting);
    static_cast<void>(lost);
    archive(part, stepTime, steps, split, ranks, ranksWithout, stages);
}

} // namespace bubblescope
