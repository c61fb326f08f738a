// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedanswer.h"

#include "steporders.h"
#include "throughput.h"
#include "trainingframework.h"

#include <algorithm>

namespace bubblescope {

PlannedMemory playedMemory(const DescribedOrder& order, const StepFigures& figures)
{
    PlannedMemory memory = order.step.memory;
    const PlannedLayout& layout = order.job.layout;
    const auto stages = int(memory.stages.size());
    const bool isOneChunk = layout.chunks.value_or(1) == 1;
    if (order.isOwnMemory || !isOneChunk || layout.schedule != scheduleInfo(ScheduleKind::OneFOneB).key
        || figures.stages.size() != memory.stages.size())
        return memory;
    for (int s = 0; s < stages; ++s) {
        PlannedStageMemory& stage = memory.stages[size_t(s)];
        const double usual = std::min(stages - s, std::max(layout.microbatches.value_or(1), 1));
        const double played = figures.stages[size_t(s)].peakInFlight;
        if (played <= 0 || played == usual)
            continue;
        const double before = stage.allocatedBytes();
        stage.activationBytes *= played / usual;
        stage.layersInFlight *= played / usual;
        if (before > 0)
            stage.slackBytes *= stage.allocatedBytes() / before;
    }
    return memory;
}

double usableShare(const DescribedOrder& order)
{
    if (order.step.memory.cannotRun())
        return 0;
    // Where even the least that the framework can do with fits, the rest is its allocator's choice.
    const bool fitsAtLeast = order.step.fits && !order.isOwnMemory;
    return fitsAtLeast ? 1 : usableBytes(1, frameworkOf(order.job));
}

DescribedAnswer describedAnswer(const DescribedOrder& order, const StepFigures& figures, const Hardware& hardware)
{
    DescribedAnswer answer;
    answer.job = order.job;
    answer.memory = playedMemory(order, figures);
    const double share = usableShare(order);
    answer.usableBytes = hardware.memoryBytes * share;
    if (answer.memory.cannotRun())
        answer.fits = false;
    else if (answer.memory)
        answer.fits = hardware.memoryBytes <= 0 || answer.memory.fullest().totalBytes() <= answer.usableBytes;
    const StepThroughput throughput = stepThroughput(order.job, figures.wholeStepNs(), hardware.peakFlops);
    answer.tokensPerSecondPerGpu = throughput.tokensPerSecondPerGpu;
    answer.flopsPerToken = throughput.flopsPerToken;
    answer.mfu = throughput.mfu;
    answer.limit = order.step.limit;
    return answer;
}

} // namespace bubblescope
