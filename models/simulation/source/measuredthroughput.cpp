// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuredthroughput.h"

#include "completelayout.h"
#include "machineguess.h"
#include "median.h"
#include "wholerecording.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// Whether the figures of a step follow from what is stated alone.
bool statesTokens(const JobDescription& job)
{
    const PlannedLayout& layout = job.layout;
    const bool statesBatch = layout.globalBatch || (layout.microbatches && layout.microbatchSize);
    const auto isBatch = [](const AssumedValue& assumed) { return assumed.field == "global_batch_size"; }; // it grows
    return statesBatch && layout.sequence && (layout.gpus || layout.data) && std::ranges::none_of(job.assumed, isBatch);
}

std::optional<MeasuredThroughput> throughputOf(
    const JobDescription& job, const std::optional<Hardware>& hardware, double stepNs)
{
    if (!(stepNs > 0) || !statesTokens(job))
        return {};
    const Hardware& node = hardware ? *hardware : defaultHardware(); // no figure here depends on it
    Result<JobDescription> complete = completeLayout(job, node.gpusPerNode);
    if (!complete)
        return {};
    MeasuredThroughput made;
    made.hardware = hardware;
    made.job = std::move(complete).value();
    made.step = stepThroughput(made.job, stepNs, hardware ? hardware->peakFlops : 0);
    // No GPU exceeds its peak: the step is not one of this job. Eight-bit products have twice that of half precision.
    const double mostOfPeak = made.job.layout.precision == Precision::Fp8 ? 2 : 1;
    const double flopsPerSecond = made.step.flopsPerSecondPerGpu();
    if (made.step.mfu > mostOfPeak || flopsPerSecond <= 0 || !std::isfinite(flopsPerSecond))
        return {};
    return made;
}

/// As RunLog::medianStepMs(): of the steps without the first, which warms up. `unit`: of what is printed.
std::optional<double> usualFigure(const RunLog& log, std::optional<double> LogStep::* figure, double unit)
{
    std::vector<double> values;
    for (size_t i = log.steps.size() > 1 ? 1 : 0; i < log.steps.size(); ++i) {
        if (const double value = (log.steps[i].*figure).value_or(0); value > 0)
            values.push_back(value);
    }
    const double usual = values.empty() ? 0 : medianOf(values) * unit;
    return usual > 0 && std::isfinite(usual) ? std::optional(usual) : std::nullopt;
}

/// True unless both are known and differ.
bool mayBe(const std::optional<int>& recorded, const std::optional<int>& stated)
{
    return !recorded || !stated || *recorded == *stated;
}

bool mayBeOf(const Run& run, const JobDescription& job)
{
    const ParallelLayout& seen = run.layout;
    const PlannedLayout& said = job.layout; // complete
    const bool fits = mayBe(seen.world, said.gpus) && mayBe(seen.tensor, said.tensor)
        && mayBe(seen.pipeline, said.stages) && mayBe(seen.data, said.data) && mayBe(seen.context, said.context)
        && mayBe(seen.microbatchSize, said.microbatchSize) && mayBe(seen.microbatches, said.microbatches)
        && mayBe(seen.layers, job.model.layers);
    // Profilers mark what their user calls a step, which may be each of its microbatches.
    const bool isWhole = *said.microbatches == 1 || seen.microbatches;
    return fits && isWhole && run.rankCount() + int(run.missingRanks.size()) <= *said.gpus;
}

} // namespace

std::optional<Hardware> namedHardware(const MachineHints& machine)
{
    if (machine.devices.size() != 1)
        return {};
    return hardwareOfDevice(machine.devices.front(), HardwareCatalog::builtin());
}

std::optional<MeasuredThroughput> measuredThroughput(const RunLog& log, double stepNs)
{
    if (!log.description)
        return {};
    std::optional<MeasuredThroughput> made = throughputOf(*log.description, namedHardware(log.machine), stepNs);
    if (!made)
        return {};
    made->printedFlopsPerSecond = usualFigure(log, &LogStep::teraflops, 1e12);
    made->printedMfu = usualFigure(log, &LogStep::mfuPercent, 0.01);
    double times = 1; // as many FLOPs as ours
    if (made->printedFlopsPerSecond)
        times = *made->printedFlopsPerSecond / made->step.flopsPerSecondPerGpu();
    else if (made->printedMfu && made->step.mfu > 0)
        times = *made->printedMfu / made->step.mfu;
    constexpr double noticed = 0.01;
    made->printedDiffers = std::abs(times - 1) > noticed;
    if (made->printedDiffers)
        made->printedCounts = extraFlopsOf(made->job, times * made->step.flopsPerToken);
    return made;
}

std::optional<MeasuredThroughput> measuredThroughput(const RunFolder& folder, const Run& run, double stepNs)
{
    if (run.kind != Run::Kind::Measured || run.origin != Origin::Measured || isWholeRecording(*run.trace))
        return {};
    const auto isMeasured = [](const Run& other) { return other.kind == Run::Kind::Measured; };
    if (std::ranges::count_if(folder.runs, isMeasured) != 1)
        return {};
    std::optional<Hardware> hardware = namedHardware(run.machine);
    const JobDescription* job = folder.jobs.size() == 1 ? &folder.jobs.front() : nullptr;
    size_t descriptions = folder.jobs.size();
    for (const RunLog& log : folder.runLogs) {
        if (!log.description)
            continue;
        ++descriptions;
        job = &*log.description;
        if (run.machine.devices.empty())
            hardware = namedHardware(log.machine);
    }
    std::optional<MeasuredThroughput> made;
    if (descriptions == 1)
        made = throughputOf(*job, hardware, stepNs);
    return made && mayBeOf(run, made->job) ? made : std::nullopt;
}

Message extraFlopsText(ExtraFlops extra)
{
    switch (extra) {
    case ExtraFlops::WholeAttention:
        return say("all of attention, not the causal half");
    case ExtraFlops::Lookup:
        return say("a product for the lookup of the embedding");
    case ExtraFlops::Recomputation:
        break;
    }
    return say("what is computed again");
}

} // namespace bubblescope
