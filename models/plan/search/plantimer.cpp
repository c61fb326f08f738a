// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plantimer.h"

#include "refusal.h"
#include "roundedtime.h"
#include "stepbuilder.h"
#include "steptimer.h"
#include "structuredjob.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Compute as one piece, communication as another, each between two that run beside it. Times of communication are
/// rounded one by one, as the simulator does it.
Work withPartsFolded(const Work& work)
{
    Work fewer;
    WorkPiece compute;
    WorkPiece transfer;
    const auto flush = [&] {
        if (compute.ns > 0)
            fewer.push_back(compute);
        if (transfer.isCommunication())
            fewer.push_back(transfer);
        compute = {};
        transfer = {};
    };
    for (const WorkPiece& piece : work) {
        if (piece.isAsynchronous) {
            flush();
            fewer.push_back(piece);
        } else if (!piece.isCommunication()) {
            compute.ns += piece.ns;
        } else if (piece.ns > 0) {
            const double before = transfer.isCommunication() ? transfer.ns : 0;
            transfer = piece;
            transfer.ns = before + double(roundedNs(piece.ns));
        }
    }
    flush();
    return fewer;
}

bool isTimed(const Work& work)
{
    return std::all_of(
        work.begin(), work.end(), [](const WorkPiece& piece) { return piece.ns >= 0 && piece.variation < 0; });
}

} // namespace

JobProfile withFewerPieces(JobProfile job)
{
    for (RankWork& rank : job.ranks) {
        for (Work* work : {&rank.forward, &rank.backward, &rank.weightGradient}) {
            if (job.replicasAreAlike && isTimed(*work))
                *work = withPartsFolded(*work);
        }
    }
    return job;
}

Result<double> simulatedPlanNs(const DescribedJob& described, const Hardware& hardware,
    const PlanCalibration& calibration, const ProgressFn& progress)
{
    Result<JobProfile> planned = plannedJob(described.job, hardware, calibration);
    if (!planned)
        return planned.error();
    const JobProfile job = withFewerPieces(std::move(planned).value());
    Pricing pricing;
    pricing.hardware = hardware;
    const Result<StructuredJob> made = structured(job, described.rest, pricing);
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
    step.ofNodesNs *= factor;
    step.tokensPerSecondPerGpu /= factor;
    step.mfu /= factor;
    return step;
}

} // namespace bubblescope
