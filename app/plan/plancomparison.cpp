// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plancomparison.h"

#include "comparison.h"
#include "measuretext.h"
#include "plancommand.h"
#include "refusal.h"
#include "stepterms.h"
#include "visibletext.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

/// What was recorded goes before what was described beside it.
bool onlyDescribes(const RunFolder& folder)
{
    return !folder.jobs.empty() && folder.runs.empty() && folder.runLogs.empty() && folder.workloads.empty()
        && folder.layerTables.empty();
}

/// Of the step that is asked for, or the typical one.
Result<Comparison> overRun(const PlannedSide& planned, const ComparedSide& side)
{
    FindingOptions options;
    if (side.part.by == ComparedPart::By::Step) {
        const Result<int> step = stepNumbered(side.known.folder().runs.front(), side.part.step);
        if (!step)
            return step.error();
        options.step = *step;
    } else if (side.part != ComparedPart()) {
        return refusal(say("A plan has steps, but neither ranges nor markers of a profiler."),
            say("Compare it with a step: --step N."));
    }
    const Result<KnownAnalysis> known = side.known.run(0).analysis(options);
    if (!known)
        return known.error();
    const RunSummary& summary = known->analysis.summary;
    if (summary.ranks.empty())
        return refusal(say("The run has no step to compare with."));
    Comparison comparison = comparePlan(planned, {summary, summary.parts().whole() / double(summary.ranks.size())});
    comparison.part = comparison.partOfB = side.part;
    return comparison;
}

/// A log tells how long its step is, but not of what.
Comparison overLog(const PlannedSide& planned, const RunLog& log)
{
    Comparison comparison;
    comparison.stepA = planned.stepNs;
    comparison.stepB = compare(log, log).stepB;
    comparison.lead = say("A log does not say where its step goes: the traces of its ranks do.");
    return comparison;
}

/// "B takes 1.200 s a step, A 1.000 s."
Message leadOfPlans(const Comparison& comparison)
{
    constexpr double alike = 1e-6; // as a share
    if (std::abs(comparison.stepB - comparison.stepA) <= alike * comparison.stepA)
        return say("Both plans take as long.");
    const std::string a = timeText(comparison.stepA);
    const std::string b = timeText(comparison.stepB);
    return comparison.stepB < comparison.stepA ? say("B is planned to take {} a step, less than A's {}.", b, a)
                                               : say("B is planned to take {} a step, more than A's {}.", b, a);
}

/// What differs between two plans, by the same terms; what is told counts for both.
Result<ComparedFolders> planBesidePlan(const NamedSide& a, const NamedSide& b, const SimulateOptions& options)
{
    PlanQuestion question;
    question.options = options;
    const Result<SimulatedInput> planA = planOne(a.side.known.folder(), question);
    if (!planA)
        return planA.error();
    const Result<SimulatedInput> planB = planOne(b.side.known.folder(), question);
    if (!planB)
        return planB.error();
    if (!planA->step.summary || !planB->step.summary)
        return refusal(say("The plan has no step to compare with."));
    ComparedFolders compared;
    compared.kind = "plan";
    compared.nameA = planA->report.title;
    compared.nameB = planB->report.title;
    compared.devicesA = {planA->report.hardware};
    compared.devicesB = {planB->report.hardware};
    compared.comparison
        = comparePlan({*planA->step.summary, planA->report.stepNs}, {*planB->step.summary, planB->report.stepNs});
    compared.comparison.lead = leadOfPlans(compared.comparison);
    return compared;
}

Result<ComparedFolders> planOver(const NamedSide& job, const NamedSide& run, const SimulateOptions& options)
{
    const RunFolder& folder = run.side.known.folder();
    if (folder.runs.empty() && folder.runLogs.empty())
        return refusal(say("There is no run to lay the plan over."), say("Name a run or log as the other one."));
    PlanQuestion question;
    question.options = options;
    const Result<SimulatedInput> planned = planOne(job.side.known.folder(), question);
    if (!planned)
        return planned.error();
    if (!planned->step.summary)
        return refusal(say("The plan has no step to compare with."));
    const PlannedSide plan {*planned->step.summary, planned->report.stepNs};
    Result<Comparison> comparison
        = folder.runs.empty() ? Result<Comparison>(overLog(plan, folder.runLogs.front())) : overRun(plan, run.side);
    if (!comparison)
        return comparison.error();
    ComparedFolders compared;
    compared.kind = "plan";
    compared.kindB = folder.runs.empty() ? "run log" : "run";
    compared.nameA = planned->report.title;
    compared.nameB = folder.runs.empty() ? folder.runLogs.front().name : folder.runs.front().name;
    compared.devicesA = {planned->report.hardware};
    if (!folder.runs.empty())
        compared.devicesB = folder.runs.front().machine.devices;
    compared.comparison = std::move(comparison).value();
    compared.calibrate = fmt::format("bubblescope plan {} --like {}", shellWord(job.path), shellWord(run.path));
    return compared;
}

} // namespace

Result<ComparedFolders> compareInputs(const NamedSide& a, const NamedSide& b, const SimulateOptions& plan)
{
    const bool isPlanA = onlyDescribes(a.side.known.folder());
    const bool isPlanB = onlyDescribes(b.side.known.folder());
    if (isPlanA && isPlanB)
        return planBesidePlan(a, b, plan);
    if (isPlanA || isPlanB)
        return isPlanA ? planOver(a, b, plan) : planOver(b, a, plan);
    if (!plan.knobs.empty() || !plan.hardware.empty())
        return refusal(say("Knobs and hardware are those of a described job, and neither describes one."),
            say("Name a config.json or *.bubblejob, or leave --set and --hardware out."));
    return compareFolders(a.side, b.side);
}

} // namespace bubblescope
