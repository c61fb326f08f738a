// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuredlog.h"

#include "describedjob.h"
#include "logtimers.h"
#include "roundedtime.h"
#include "stepbatches.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

Error refusedLog(const RunLog& log, const Message& what, Message advice)
{
    return {say("A step cannot be modelled from the log {}: {}.", log.name, what), std::move(advice), {}};
}

namespace {

/// Those of RunLog::medianStepMs(): of the usual batch; the first, which warms up, only if it is the only one.
std::vector<double> usualStepMs(const RunLog& log)
{
    const std::vector<int64_t> batches = growingBatches(log);
    const int64_t usual = usualBatch(batches);
    std::vector<double> all;
    for (size_t i = 1; i < log.steps.size(); ++i) {
        if (log.steps[i].stepMs && (batches.empty() || batches[i] == usual))
            all.push_back(*log.steps[i].stepMs);
    }
    if (all.empty() && !log.steps.empty() && log.steps.front().stepMs)
        all.push_back(*log.steps.front().stepMs);
    return all;
}

/// Megatron's timers of all microbatches of a step, on the rank that prints or takes longest; 0 if one is missing.
double timedPassesNs(const RunLog& log)
{
    double passesMs = 0;
    int found = 0;
    for (const TimerMedian& timer : medianTimers(log)) {
        if (timer.name == "forward-compute" || timer.name == "backward-compute") {
            passesMs += timer.ms;
            ++found;
        }
    }
    return found == 2 ? passesMs * nsPerMs : 0;
}

} // namespace

double printedMemoryBytes(const RunLog& log, const JobDescription& job)
{
    // Megatron prints it on a rank of each stage, torchtitan on one of the job: what their allocators reserve.
    const bool isOfAllStages = log.kind == RunLog::Kind::Megatron
        || (log.kind == RunLog::Kind::TorchTitan && job.layout.stages.value_or(1) == 1);
    if (!isOfAllStages)
        return 0;
    double most = 0;
    for (const LogStep& step : log.steps)
        most = std::max(most, step.memoryGiB.value_or(0));
    constexpr double gibibyte = 1024.0 * 1024 * 1024;
    return std::isfinite(most) ? most * gibibyte : 0;
}

Result<MeasuredLog> measuredLog(const RunLog& log, const Hardware& hardware)
{
    if (!log.description)
        return refusedLog(log, say("it does not state what it trained"), {});
    MeasuredLog made;
    made.steps = measuredSteps(usualStepMs(log));
    made.steps.passesNs = timedPassesNs(log);
    if (made.steps.usualNs <= 0)
        return refusedLog(log, say("it prints no step time"), {});
    Result<DescribedJob> described = describedUnder(*log.description, {}, hardware.gpusPerNode);
    if (!described) {
        Error error = described.error();
        error.message = say("A step cannot be modelled from the log {}: {}", log.name, error.message);
        return error;
    }
    Result<JobCalibration> calibration = calibrationOf(described->job, hardware, made.steps);
    if (!calibration) {
        Error error = calibration.error();
        error.message = say("A step cannot be modelled from the log {}: {}", log.name, error.message);
        return error;
    }
    const std::optional<PlannedMemory> turning = turningMemory(*described);
    made.description = std::move(described->job);
    made.description.calibration = std::move(calibration).value();
    made.description.calibration->run = log.name;
    Result<JobProfile> job = plannedJob(made.description, hardware);
    if (!job)
        return job.error();
    const Result<PlannedStep> step = plannedStep(made.description, hardware);
    if (!step)
        return step.error();
    made.memory = measuredMemory(turning ? *turning : step->memory, printedMemoryBytes(log, made.description),
        hardware.memoryBytes);
    made.job = std::move(job).value();
    made.job.name = log.name;
    made.job.statedStepNs = made.steps.usualNs;
    made.job.statedOrigin = Origin::Measured;
    return made;
}

} // namespace bubblescope
