// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedanswer.h"

#include "steporders.h"
#include "throughput.h"
#include "trainingframework.h"

#include <algorithm>
#include <limits>

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

namespace {

/// It is the run, on GPUs that hold as much.
bool ranOn(const DescribedOrder& order, double gpuBytes)
{
    if (!order.isRun || !order.run)
        return false;
    const double own = order.run->gpuBytes;
    return own > 0 ? gpuBytes >= own : gpuBytes <= 0; // of GPUs of unknown size, only they themselves surely do
}

MeasuredMemory::Limits limitsOf(const DescribedOrder& order, double gpuBytes)
{
    // Where even the least that the framework can do with fits, the rest is its allocator's choice.
    const bool fitsAtLeast = order.step.fits && !order.isOwnMemory;
    const double usable = fitsAtLeast ? gpuBytes : usableBytes(gpuBytes, frameworkOf(order.job));
    return order.run ? order.run->limitsOf(gpuBytes, usable) : MeasuredMemory::Limits {usable, usable};
}

std::optional<bool> fitsOf(const DescribedOrder& order, const PlannedMemory& memory, double gpuBytes)
{
    if (ranOn(order, gpuBytes))
        return true;
    if (memory.cannotRun())
        return false;
    if (!memory)
        return std::nullopt;
    if (gpuBytes <= 0)
        return true;
    const MeasuredMemory::Limits limits = limitsOf(order, gpuBytes);
    const double bytes = memory.fullest().totalBytes();
    if (bytes <= limits.sure)
        return true;
    return bytes > limits.possible ? std::optional(false) : std::nullopt;
}

} // namespace

double usableShare(const DescribedOrder& order, double gpuBytes)
{
    if (ranOn(order, gpuBytes))
        return std::numeric_limits<double>::infinity();
    if (order.step.memory.cannotRun())
        return 0;
    return gpuBytes > 0 ? limitsOf(order, gpuBytes).possible / gpuBytes : 1;
}

DescribedAnswer describedAnswer(const DescribedOrder& order, const StepFigures& figures, const Hardware& hardware)
{
    DescribedAnswer answer;
    answer.job = order.job;
    answer.memory = playedMemory(order, figures);
    answer.usableBytes = hardware.memoryBytes > 0 ? hardware.memoryBytes * usableShare(order, hardware.memoryBytes) : 0;
    answer.fits = fitsOf(order, answer.memory, hardware.memoryBytes);
    answer.run = order.run;
    if (order.run && answer.memory)
        answer.expectedBytes = order.run->expected(answer.memory.fullest().totalBytes());
    const StepThroughput throughput = stepThroughput(order.job, figures.wholeStepNs(), hardware.peakFlops);
    answer.tokensPerSecondPerGpu = throughput.tokensPerSecondPerGpu;
    answer.flopsPerToken = throughput.flopsPerToken;
    answer.mfu = throughput.mfu;
    answer.limit = order.step.limit;
    return answer;
}

} // namespace bubblescope
