// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "likerun.h"

#include "calibratedjob.h"
#include "describedjob.h"
#include "knownmodels.h"
#include "machineguess.h"
#include "measuredlog.h"
#include "refusal.h"
#include "roundedtime.h"
#include "typicalstep.h"
#include "whatif.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

Hardware hardwareOf(const MachineHints& machine, const Hardware& assumed)
{
    if (machine.isEmpty())
        return assumed;
    const MachineGuess guess = guessMachine(machine, {}, HardwareCatalog::builtin());
    return guess.by == MachineGuess::By::Assumed ? assumed : guess.hardware;
}

/// By the name that the program prints and the parameters that it counts.
std::optional<JobDescription> describedByName(const RunLog& log)
{
    const KnownModel* known
        = log.parameters ? knownModel(log.modelName, double(*log.parameters), log.layerCount.value_or(0)) : nullptr;
    if (!known)
        return std::nullopt;
    JobDescription job;
    job.model = *known;
    job.name = job.file = log.name;
    job.format = "torchtitan"; // plain PyTorch operators, as opt_prime's
    PlannedLayout& layout = job.layout;
    layout.gpus = log.worldSize;
    layout.tensor = log.tensorParallel;
    layout.stages = log.pipelineParallel;
    layout.data = log.dataParallel;
    layout.context = log.contextParallel;
    layout.microbatches = log.microbatches;
    layout.microbatchSize = log.microbatchSize;
    layout.sequence = log.sequenceLength;
    return job;
}

Result<JobCalibration> likeLog(const RunLog& log, const Hardware& assumed)
{
    RunLog described = log;
    if (!described.description)
        described.description = describedByName(log);
    if (!described.description) {
        return refusal(log.whyNotDescribed.empty()
                ? say("The log {} does not state its model.", log.name)
                : say("What the log {} states describes no model: {}.", log.name, log.whyNotDescribed));
    }
    const Result<MeasuredLog> measured = measuredLog(described, hardwareOf(log.machine, assumed));
    return measured ? Result<JobCalibration>(*measured->description.calibration)
                    : Result<JobCalibration>(measured.error());
}

/// The description with what the run itself recorded of its layout.
JobDescription asRecorded(JobDescription job, const Run& run)
{
    const auto take = [](std::optional<int>& size, const std::optional<int>& recorded) {
        if (recorded)
            size = recorded;
    };
    PlannedLayout& layout = job.layout;
    take(layout.gpus, run.layout.world);
    take(layout.tensor, run.layout.tensor);
    take(layout.stages, run.layout.pipeline);
    take(layout.data, run.layout.data);
    take(layout.context, run.layout.context);
    take(layout.microbatchSize, run.layout.microbatchSize);
    if (job.model.experts > 0)
        take(layout.expert, run.layout.expert);
    if (run.layout.microbatches) {
        layout.microbatches = run.layout.microbatches;
        layout.globalBatch.reset(); // of that run
    }
    return job;
}

Result<JobCalibration> likeTrace(const RunFolder& folder, size_t index, const Hardware& assumed)
{
    const Run& run = folder.runs[index];
    const auto refused = [&run](const Error& error) {
        return Error {say("The run {} tells nothing of a plan: {}", run.name, error.message), error.advice, {}};
    };
    const Result<Simulator> simulator
        = Simulator::make(folder, {SimulationSource::Kind::Run, index, typicalStep(*run.trace)});
    if (!simulator)
        return refused(simulator.error());
    if (simulator->baselineOrigin() != Origin::Measured)
        return refused(refusal(say("Its step was not measured.")));
    const Hardware hardware = run.machine.isEmpty() && simulator->machine().by == MachineGuess::By::Assumed
        ? assumed
        : simulator->machine().hardware;
    const Result<DescribedJob> described
        = describedUnder(asRecorded(folder.jobs.front(), run), {}, hardware.gpusPerNode);
    if (!described)
        return refused(described.error());
    MeasuredSteps measured;
    measured.usualNs = measured.fastNs = measured.slowNs = simulator->baseline().wholeStepNs();
    std::vector<double> stepMs; // without the first, which warms up
    for (size_t step = 1; step < run.trace->steps().size(); ++step)
        stepMs.push_back(double(run.trace->steps()[step].range.duration()) / nsPerMs);
    // How far steps differ; how long one takes is for the simulator to say.
    if (const MeasuredSteps spread = measuredSteps(stepMs); stepMs.size() > 1 && spread.usualNs > 0) {
        measured.fastNs *= std::min(spread.fastNs / spread.usualNs, 1.0);
        measured.slowNs *= std::max(spread.slowNs / spread.usualNs, 1.0);
    }
    JobDescription job = described->job;
    job.calibration.reset();
    Result<JobCalibration> calibration = calibrationOf(job, hardware, measured);
    if (!calibration)
        return refused(calibration.error());
    calibration->run = run.name;
    return calibration;
}

} // namespace

Result<JobCalibration> calibrationLike(const RunFolder& folder, const Hardware& assumed)
{
    std::optional<Error> why;
    const auto keepFirst = [&why](const Error& error) {
        if (!why)
            why = error;
    };
    for (const RunLog& log : folder.runLogs) {
        Result<JobCalibration> calibration = likeLog(log, assumed);
        if (calibration)
            return calibration;
        keepFirst(calibration.error());
    }
    for (size_t index = 0; index < folder.runs.size(); ++index) {
        const Run& run = folder.runs[index];
        if (run.kind != Run::Kind::Measured)
            continue;
        Result<JobCalibration> calibration = folder.jobs.empty()
            ? Result<JobCalibration>(refusal(say("The run {} does not state its model.", run.name)))
            : likeTrace(folder, index, assumed);
        if (calibration)
            return calibration;
        keepFirst(calibration.error());
    }
    if (!why)
        return refusal(say("Nothing there was measured: it tells nothing of a plan."),
            say("Give a log with its arguments, or a recorded run beside a description of its job."));
    if (why->advice.empty())
        why->advice = say("Put a description of its job beside it: config.json or *.bubblejob.");
    return *std::move(why);
}

} // namespace bubblescope
