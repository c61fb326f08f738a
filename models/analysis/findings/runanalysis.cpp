// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runanalysis.h"

#include "clockrules.h"
#include "devicelanes.h"
#include "exchangerules.h"
#include "fabricrules.h"
#include "faultrules.h"
#include "findingrules.h"
#include "findingtext.h"
#include "hostrules.h"
#include "hostthreads.h"
#include "overtimerules.h"
#include "pacerules.h"
#include "partoftrace.h"
#include "profilerrules.h"
#include "queuerules.h"
#include "rankpasses.h"
#include "shaperules.h"
#include "typicalstep.h"
#include "wholerecording.h"

#include <future>
#include <mutex>

namespace bubblescope {

void FindingContext::add(Finding finding, double leastShare)
{
    if (finding.costNs > 0)
        addShare(analysis.findings, std::move(finding), leastShare);
}

namespace {

constexpr uint64_t partsBesideGraph = 8;

/// A profiler records what kernels did, not of which pieces a step is made: what-ifs of it change costs, no structure.
/// So do those of passes that cannot be put in another order; of a step without a graph there are none.
void keepAnsweredKnobs(FindingContext& context)
{
    const auto changesCosts = [](const auto& knob) { return knob.first == "straggler" || knob.first == "host-gaps"; };
    const auto changesStructure = [&](const auto& knob) {
        return !changesCosts(knob) && knob.first != "blocking-send" && knob.first != "link";
    };
    const bool isProfiled = isProfilerRun(context.trace);
    const bool hasAllRanks = context.run.layout.world.value_or(int(context.trace.ranks().size()))
        == int(context.trace.ranks().size()); // a few stand for the others
    const bool stays
        = context.pricer && !isProfiled && hasAllRanks && whyPassesStay(context.pricer->graph(), context.run);
    for (Finding& finding : context.analysis.findings.list) {
        std::erase_if(finding.tryKnobs, [&](const auto& knob) {
            return isProfiled ? !changesCosts(knob)
                              : (!context.pricer && !context.isProfile()) || (stays && changesStructure(knob));
        });
    }
}

/// What the two threads of an analysis have done; asks one at a time whether they may continue.
class AnalysisProgress {
public:
    explicit AnalysisProgress(const ProgressFn& progress) : m_progress(progress) { }

    bool partDone() { return done(m_parts, m_parts + 1); }
    bool mayContinue() { return done(m_parts, m_parts); }
    bool passesDone(uint64_t passes) { return done(m_passes, passes); }
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    }

private:
    bool done(uint64_t& part, uint64_t now)
    {
        const std::lock_guard lock(m_mutex);
        part = now;
        if (!m_isStopped && m_progress)
            m_isStopped = !m_progress(m_parts + m_passes, partsBesideGraph + GraphBuilder::Options::passes);
        return !m_isStopped;
    }

    const ProgressFn& m_progress;
    std::mutex m_mutex;
    uint64_t m_parts = 0;
    uint64_t m_passes = 0; // of the graph
    bool m_isStopped = false;
};

/// The graph of a step takes most of the time of an analysis: it is made on a thread of its own meanwhile, or in take()
/// if no thread can be started.
class PricerAhead {
public:
    PricerAhead(const RunContext& context, int step, AnalysisProgress& progress)
        : m_progress(progress), m_work(std::async(std::launch::async | std::launch::deferred, [this, &context, step] {
            m_made = StepPricer::make(
                context, step, [this](uint64_t passes, uint64_t) { return m_progress.passesDone(passes); });
        }))
    {
    }
    ~PricerAhead() { m_progress.stop(); } // the future waits for its thread

    Result<StepPricer> take()
    {
        m_work.get();
        return *std::move(m_made);
    }

private:
    AnalysisProgress& m_progress;
    std::optional<Result<StepPricer>> m_made;
    std::future<void> m_work; // last member: its thread uses the others
};

/// Nothing where no launch was recorded.
std::optional<SteadyState> steadyStateOf(const RunContext& context, int step, AnalysisProgress& progress)
{
    if (!isProfilerRun(context.trace()))
        return std::nullopt;
    const Result<SteadyState> found
        = findSteadyState(context, step, [&progress](uint64_t, uint64_t) { return progress.mayContinue(); });
    return found ? std::optional(*found) : std::nullopt;
}

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

    AnalysisProgress progress(options.progress);
    const auto isCancelled = [&progress] { return !progress.partDone(); };
    PricerAhead graph(runContext, analysis.step, progress);

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
    analysis.overlap
        = findOverlap(runContext, timing, analysis.waiting, analysis.summary.split, window.value_or(trace.range()));
    analysis.plausibility = findImplausible(trace, run.layout);
    analysis.experts = expertLoad(runContext);
    if (isCancelled())
        return {};
    Result<StepPricer> pricer = graph.take();
    if (pricer) {
        analysis.pricer = std::make_shared<StepPricer>(std::move(pricer).value());
        analysis.criticalPath = analysis.pricer->criticalPath();
        // The mark of a step is no work that others would wait for.
        if (isProfilerRun(trace) && analysis.criticalPath->share(Category::Host) > 0
            && recordsOnlyCommunication(trace, analysis.pricer->window())) {
            analysis.criticalPath.reset();
            analysis.whyNoCriticalPath = say("Beside communication, only the mark of the step was recorded: what waits "
                                             "for what cannot be told.");
        }
    } else {
        analysis.whyNoCriticalPath = pricer.error().message;
    }
    if (isCancelled())
        return {};

    FindingContext context {run, trace, runContext.groups(), analysis, analysis.pricer.get()};
    context.idle = std::move(idle);
    context.pauses = devicePauses(runContext, timing, window, analysis.waiting);
    context.idleCauses = idleCausesOf(trace, context.pauses);
    analysis.findings.stepNs = context.stepNs();
    analysis.findings.step = analysis.step;
    const std::vector<bool> cut = cutSteps(trace);
    const bool isCut = size_t(analysis.step) < cut.size() && cut[size_t(analysis.step)];
    // Ranks that lack some of the step only look as if they waited, or had less to do.
    if (!isCut) {
        context.steady = steadyStateOf(runContext, analysis.step, progress);
        findChanges(context);
        addComputeFaults(context);
        addProfilerFindings(context);
        addCommunicationFaults(context);
        addFabricFaults(context);
        addStepFindings(context);
        addShapes(context);
        addHostCosts(context);
        addOverTime(context);
        addClocks(context);
        addQueueCaveat(context);
        addRecordingCaveat(context);
        addPace(context);
        addCaveats(context);
        keepAnsweredKnobs(context);
    }
    arrange(analysis.findings, options.top,
        isCut ? say("only a part of the step was read, and ranks, stages and microbatches are compared in whole steps")
              : say("no rank, stage, link or step differs from its peers, and no communication or bubble takes a "
                    "considerable share of the step"),
        isWholeRecording(trace), isProfilerRun(trace));
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
