// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runanalysis.h"

#include "devicelanes.h"
#include "exchangerules.h"
#include "faultrules.h"
#include "findingrules.h"
#include "findingtext.h"
#include "hostrules.h"
#include "overtimerules.h"
#include "profilerrules.h"
#include "shaperules.h"
#include "typicalstep.h"

namespace bubblescope {

void FindingContext::add(Finding finding, double leastShare)
{
    if (finding.costNs > 0)
        addShare(analysis.findings, std::move(finding), leastShare);
}

std::optional<RunAnalysis> analyzeRun(const Run& run, const FindingOptions& options)
{
    // The graph of the step takes most of the time.
    constexpr uint64_t partsBeforeGraph = 6;
    constexpr uint64_t partsOfWork = partsBeforeGraph + GraphBuilder::Options::passes + 1;
    uint64_t done = 0;
    const auto mayContinue = [&](uint64_t parts) { return !options.progress || options.progress(parts, partsOfWork); };
    const auto isCancelled = [&] { return !mayContinue(done++); };
    const Trace& trace = *run.trace;
    const Timing& timing = trace.timing();
    const std::shared_ptr<const RunContext> known = contextOf(run);
    const RunContext& runContext = *known;
    RunAnalysis analysis;
    if (run.kind == Run::Kind::Plan || trace.spanCount() == 0) {
        analysis.whyNoCriticalPath = say("A plan has an order, but no times.");
        analysis.findings.verdict = analysis.whyNoCriticalPath;
        return analysis;
    }
    const int steps = int(trace.steps().size());
    analysis.step = options.step >= 0 && options.step < steps ? options.step : typicalStep(trace);
    const std::optional<TimeRange> window = windowOfStep(trace, analysis.step);

    if (isCancelled())
        return {};
    analysis.waiting = findWaiting(runContext, timing);
    if (isCancelled())
        return {};
    std::vector<std::vector<IdleStretch>> idle;
    analysis.summary = summarizeStep(runContext, timing, window, analysis.waiting, &idle);
    analysis.stepTime = window ? window->duration() : analysis.summary.stepTime;
    if (isCancelled())
        return {};
    analysis.stragglers = findStragglers(runContext);
    if (isCancelled())
        return {};
    analysis.bubbles = explainBubbles(runContext, timing, idle, analysis.waiting, analysis.stragglers);
    if (isCancelled())
        return {};
    analysis.overlap = findOverlap(
        runContext, timing, analysis.waiting, analysis.summary.split, window.value_or(trace.range()));
    analysis.plausibility = findImplausible(trace, run.layout);
    analysis.experts = expertLoad(runContext);
    if (isCancelled())
        return {};
    Result<StepPricer> pricer = StepPricer::make(runContext, analysis.step,
        [&](uint64_t passes, uint64_t) { return mayContinue(done = partsBeforeGraph + passes); });
    done = partsBeforeGraph + GraphBuilder::Options::passes;
    if (pricer) {
        analysis.pricer = std::make_shared<StepPricer>(std::move(pricer).value());
        analysis.criticalPath = analysis.pricer->criticalPath();
    } else {
        analysis.whyNoCriticalPath = pricer.error().message;
    }
    if (isCancelled())
        return {};

    FindingContext context {run, trace, runContext.groups(), analysis, analysis.pricer.get()};
    analysis.findings.stepNs = context.stepNs();
    analysis.findings.step = analysis.step;
    addComputeFaults(context);
    addProfilerFindings(context);
    addCommunicationFaults(context);
    addStepFindings(context);
    addShapes(context);
    addHostCosts(context);
    addOverTime(context);
    addCaveats(context);
    arrange(analysis.findings, options.top,
        say("no rank, stage, link or step differs from its peers, and no communication or bubble takes a considerable "
            "share of the step"));
    if (isCancelled())
        return {};
    return analysis;
}

Findings findRunFindings(const Run& run, const FindingOptions& options)
{
    std::optional<RunAnalysis> analysis = analyzeRun(run, options);
    return analysis ? std::move(analysis->findings) : Findings {};
}

} // namespace bubblescope
