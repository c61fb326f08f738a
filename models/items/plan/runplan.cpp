// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runplan.h"

#include "numbertext.h"
#include "schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

void takeMoved(std::optional<int>& size, const std::optional<int>& moved)
{
    if (moved)
        size = moved;
}

} // namespace

JobDescription jobOfRun(const Simulator& simulator)
{
    const auto size = [&simulator](std::string_view knob) -> std::optional<int> {
        const std::optional<int64_t> value = parseInteger(simulator.ownValue(knob));
        return value && *value >= 1 && *value <= DescriptionLimits::gpus ? std::optional(int(*value)) : std::nullopt;
    };
    JobDescription job;
    job.layout.tensor = size("tensor");
    job.layout.stages = size("stages");
    job.layout.data = size("data");
    job.layout.expert = size("expert");
    job.layout.chunks = size("chunks");
    job.layout.microbatches = size("microbatches");
    const std::string schedule = simulator.ownValue("schedule");
    for (const ScheduleInfo& info : schedules()) { // it may be called as people do
        if (info.key == schedule || info.name == schedule)
            job.layout.schedule = info.key;
    }
    if (job.layout.tensor && job.layout.stages && job.layout.data)
        job.layout.gpus = *job.layout.tensor * *job.layout.stages * *job.layout.data;
    return job;
}

PlanUnit unitOfRun(const StepFigures& figures)
{
    return figures.samplesPerStep > 0 ? PlanUnit::Samples : PlanUnit::Steps;
}

PlanCandidate planOfRun(const RunCandidate& found, const JobDescription& own, PlanUnit unit)
{
    PlanCandidate plan;
    plan.job = own;
    PlannedLayout& layout = plan.job.layout;
    takeMoved(layout.tensor, found.knobs.tensor);
    takeMoved(layout.stages, found.knobs.stages);
    takeMoved(layout.data, found.knobs.data);
    takeMoved(layout.expert, found.knobs.expert);
    takeMoved(layout.chunks, found.knobs.chunks);
    takeMoved(layout.microbatches, found.knobs.microbatches);
    if (found.knobs.schedule)
        layout.schedule = scheduleInfo(*found.knobs.schedule).key;
    if (!found.knobs.partition.empty())
        layout.layersOfPieces = found.knobs.partition;
    if (found.knobs.overlap)
        layout.overlapGradients = found.knobs.overlap;
    plan.set = found.set;
    const StepFigures& figures = found.figures;
    plan.step.computeNs = figures.wholeStepNs();
    plan.step.lowNs = figures.lowNs();
    plan.step.highNs = figures.highNs();
    plan.step.limit = found.limit;
    plan.step.fits = found.fits;
    const double steps = figures.wholeStepNs() > 0 ? 1e9 / figures.wholeStepNs() : 0;
    plan.step.tokensPerSecondPerGpu = unit == PlanUnit::Samples ? figures.samplesPerSecond() : steps;
    for (const StepFigures::Stage& stage : figures.stages) {
        if (!stage.knowsMemory())
            continue;
        PlannedStageMemory memory;
        memory.parameterBytes = std::max(stage.parameterBytes, 0.0);
        memory.activationBytes = std::max(stage.activationBytes, 0.0);
        plan.step.memory.stages.push_back(memory);
    }
    plan.isSimulated = true;
    plan.isPareto = found.isPareto;
    plan.isApart = found.isApart;
    return plan;
}

PlanAnswer planOfRun(const RunAnswer& found, const JobDescription& own, PlanUnit unit)
{
    PlanAnswer answer;
    answer.candidates.reserve(found.candidates.size());
    for (const RunCandidate& candidate : found.candidates)
        answer.candidates.push_back(planOfRun(candidate, own, unit));
    answer.searched = found.searched;
    answer.pruned = found.pruned;
    answer.seconds = found.seconds;
    if (found.nearest)
        answer.nearest = planOfRun(*found.nearest, own, unit);
    answer.excessBytes = found.excessBytes;
    return answer;
}

} // namespace bubblescope
