// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplerun.h"

#include "sampleinspector.h"
#include "sampleplan.h"
#include "sampletables.h"
#include "sampletelemetry.h"
#include "sampletimeline.h"
#include "telemetryplacement.h"

namespace bubblescope {

namespace {
double milliseconds(double ns) { return ns / 1e6; }

ParallelLayout layoutOf(const SamplePlan& plan)
{
    const SampleOptions& options = plan.options;
    ParallelLayout layout;
    layout.world = plan.layout.world();
    layout.tensor = options.tensor;
    layout.pipeline = options.stages;
    layout.data = options.data;
    layout.expert = options.expert;
    layout.microbatches = options.microbatches;
    layout.microbatchSize = options.microbatchSize;
    layout.layers = options.layers;
    return layout;
}

/// Everything but the run.
SampleRun sampleTables(const SamplePlan& plan, const SampleTimeline& timeline)
{
    SampleRun sample;
    sample.layerTable = makeSampleLayerTable(plan);
    sample.workload = makeSampleWorkload(plan);
    sample.runLog = makeSampleRunLog(plan, timeline);
    if (!plan.options.throttles.empty())
        sample.telemetry = makeSampleTelemetry(plan, timeline);
    if (!plan.options.slowNics.empty()) {
        if (const Result<SampleProgram> program = makeSampleProgram(plan)) // as the timeline's, which was made
            sample.communicators = makeSampleInspector(plan, *program);
    }

    SampleTruth& truth = sample.truth;
    truth.options = plan.options;
    truth.layout = layoutOf(plan);
    for (const TimeRange& step : timeline.steps)
        truth.stepMs.push_back(milliseconds(double(step.duration())));
    for (const TimeNs clock : timeline.hostClock)
        truth.clockOffsetsMs.push_back(milliseconds(double(timeline.hostClock.front() - clock)));
    for (const SampleStage& stage : plan.stages) {
        truth.layersOfStage.push_back(stage.layers);
        truth.forwardComputeMs.push_back(milliseconds(stage.forwardComputeNs));
        truth.backwardComputeMs.push_back(milliseconds(stage.forwardComputeNs * SamplePlan::backwardFactor));
        truth.forwardMs.push_back(milliseconds(plan.plannedNs(stage.forward)));
        truth.backwardMs.push_back(milliseconds(plan.plannedNs(stage.backward) + plan.plannedNs(stage.weightGradient)));
    }
    truth.spans = timeline.spans;
    return sample;
}

Run runOf(const SamplePlan& plan, Trace&& trace)
{
    Run run;
    run.name = plan.options.name;
    run.layout = layoutOf(plan);
    run.trace = std::make_shared<Trace>(std::move(trace));
    return run;
}
} // namespace

Result<SampleRun> makeSample(const SampleOptions& options)
{
    if (std::optional<Error> error = checkSampleOptions(options, mostSampleSpans))
        return *std::move(error);
    const SamplePlan plan(options);
    Result<SampleTimeline> timeline = makeSampleTimeline(plan);
    if (!timeline)
        return timeline.error();
    SampleRun sample = sampleTables(plan, *timeline);
    sample.run = runOf(plan, TelemetryPlacement(sample.telemetry).placed(std::move(timeline->trace)));
    if (!sample.communicators.empty())
        sample.run.fabric = std::make_shared<const Fabric>(fabricOf(sample.communicators));
    return sample;
}

Result<SampleRun> makeSampleInParts(
    const SampleOptions& options, const TakeSampleRun& take, uint64_t spansAtOnce)
{
    if (std::optional<Error> error = checkSampleOptions(options, mostWrittenSpans))
        return *std::move(error);
    const SamplePlan plan(options);
    const Result<SampleTimeline> timeline = makeSampleTimeline(
        plan, [&](Trace&& trace) { return take(runOf(plan, std::move(trace))); }, spansAtOnce);
    if (!timeline)
        return timeline.error();
    return sampleTables(plan, *timeline);
}

} // namespace bubblescope
