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

#include <atomic>
#include <chrono>
#include <future>

namespace bubblescope {

void FindingContext::add(Finding finding, double leastShare)
{
    if (finding.costNs > 0)
        addShare(analysis.findings, std::move(finding), leastShare);
}

namespace {

/// The graph of a step takes most of the time of an analysis: it is made on a thread of its own meanwhile,
/// or in take() if no thread can be started.
class PricerAhead {
public:
    PricerAhead(const RunContext& context, int step)
        : m_made(std::async(std::launch::async | std::launch::deferred, [this, &context, step] {
            return StepPricer::make(context, step, [this](uint64_t passes, uint64_t) {
                m_passes = passes;
                return !m_isStopped;
            });
        }))
    {
    }
    ~PricerAhead() { m_isStopped = true; } // the future waits for its thread

    uint64_t passes() const { return m_passes; }
    /// Polls `mayContinue` while it waits. nullopt if that returned false.
    std::optional<Result<StepPricer>> take(const std::function<bool()>& mayContinue)
    {
        while (m_made.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
            if (!mayContinue())
                return {};
        }
        return m_made.get();
    }

private:
    std::atomic<uint64_t> m_passes {0};
    std::atomic<bool> m_isStopped {false};
    std::future<Result<StepPricer>> m_made; // last member: its thread uses the others
};

} // namespace

std::optional<RunAnalysis> analyzeRun(const Run& run, const FindingOptions& options)
{
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

    constexpr uint64_t partsBesideGraph = 7;
    constexpr uint64_t partsOfWork = partsBesideGraph + GraphBuilder::Options::passes;
    PricerAhead graph(runContext, analysis.step);
    uint64_t done = 0;
    const auto mayContinue = [&] { return !options.progress || options.progress(done + graph.passes(), partsOfWork); };
    const auto isCancelled = [&] {
        const bool isStopped = !mayContinue();
        ++done;
        return isStopped;
    };

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
    std::optional<Result<StepPricer>> pricer = graph.take(mayContinue);
    if (!pricer)
        return {};
    if (*pricer) {
        analysis.pricer = std::make_shared<StepPricer>(std::move(*pricer).value());
        analysis.criticalPath = analysis.pricer->criticalPath();
    } else {
        analysis.whyNoCriticalPath = pricer->error().message;
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
