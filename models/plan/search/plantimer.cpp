// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plantimer.h"

#include "refusal.h"
#include "stepbuilder.h"
#include "steptimer.h"
#include "structuredjob.h"

#include <algorithm>

namespace bubblescope {

Result<double> simulatedPlanNs(const DescribedJob& described, const Hardware& hardware,
    const PlanCalibration& calibration, const ProgressFn& progress)
{
    const Result<JobProfile> job = plannedJob(described.job, hardware, calibration);
    if (!job)
        return job.error();
    Pricing pricing;
    pricing.hardware = hardware;
    const Result<StructuredJob> made = structured(*job, described.rest, pricing);
    if (!made)
        return made.error();
    const Result<StepGraph> graph = buildStep(*made, pricing, progress, false);
    if (!graph)
        return graph.error();
    StepTimer timer;
    if (!timer.time(*graph, graph->unchanged()))
        return refusal(say("The work of a step adds up to more than 70 years."));
    return timer.pipelineFigures(*graph).stepNs;
}

double leastPlanNs(const PlannedStep& step, bool splitsBackward)
{
    // The simulator places each piece on a whole ns; pieces take microseconds.
    constexpr double rounding = 1 - 1e-4;
    // The passes of the fullest stage follow each other on its GPU, whatever their order. Which optimizer and which
    // synchronization follow them is not told here: none is counted.
    const double inARow = step.computeNs + step.tensorNs;
    return rounding * (splitsBackward ? inARow : std::max(inARow, step.leastNs));
}

PlannedStep withSimulatedStep(PlannedStep step, double stepNs)
{
    const double before = step.stepNs();
    if (before <= 0 || stepNs <= 0)
        return step;
    const double factor = stepNs / before;
    if (step.bubbleNs + stepNs - before >= 0) {
        step.bubbleNs += stepNs - before;
    } else {
        for (double* part :
            {&step.computeNs, &step.bubbleNs, &step.tensorNs, &step.pipelineNs, &step.dataNs, &step.optimizerNs})
            *part *= factor;
    }
    step.lowNs *= factor;
    step.highNs *= factor;
    step.leastNs = std::min(step.leastNs, stepNs);
    step.tokensPerSecondPerGpu /= factor;
    step.mfu /= factor;
    return step;
}

} // namespace bubblescope
