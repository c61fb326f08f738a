// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif.h"

#include "jobsource.h"
#include "layerslices.h"
#include "layerwork.h"
#include "memorycost.h"
#include "stepbuilder.h"
#include "stepreplay.h"
#include "structuredjob.h"
#include "tablestep.h"
#include "workloadstep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace bubblescope {

namespace {

Error refusal(Message message, Message advice = {}) { return {std::move(message), std::move(advice), {}}; }

/// An order of operations, ready for any costs.
struct Order {
    Knobs structure;
    StepGraph graph;
    JobProfile job; ///< with the knobs applied; for a replay the job's own sizes, if known
    bool isReplay = false;
};

/// Only the knobs that change the order of operations.
Knobs structureOf(const Knobs& knobs)
{
    Knobs structure;
    structure.schedule = knobs.schedule;
    structure.memoryLimit = knobs.memoryLimit;
    structure.microbatches = knobs.microbatches;
    structure.stages = knobs.stages;
    structure.chunks = knobs.chunks;
    structure.tensor = knobs.tensor;
    structure.data = knobs.data;
    structure.expert = knobs.expert;
    structure.layers = knobs.layers;
    structure.partition = knobs.partition;
    structure.overlap = knobs.overlap;
    structure.backwardRatio = knobs.backwardRatio;
    structure.blockingSends = knobs.blockingSends;
    return structure;
}

/// Sets the figures of a step from SimAI-Analytical's sum; the timeline remains event-driven.
void putTerms(StepFigures& figures, const SimAiTerms& terms)
{
    constexpr double nsPerUs = 1e3;
    figures.stepNs = terms.totalUs * nsPerUs;
    figures.computeNs = terms.computeUs * nsPerUs;
    figures.exposedNs = {};
    figures.exposedNs[size_t(Category::TensorComm)] = terms.tpUs * nsPerUs;
    figures.exposedNs[size_t(Category::DataComm)] = terms.dpUs * nsPerUs;
    figures.exposedNs[size_t(Category::ExpertComm)] = terms.epUs * nsPerUs;
    figures.exposedNs[size_t(Category::ExpertDataComm)] = terms.dpEpUs * nsPerUs;
    figures.exposedNs[size_t(Category::PipelineComm)] = terms.ppUs * nsPerUs;
    figures.waitingNs = figures.idleNs = figures.hostNs = figures.steadyBubbleNs = figures.cooldownBubbleNs = 0;
    figures.warmupBubbleNs = terms.bubbleUs * nsPerUs; // the rule has no phases
    figures.bubbleShare = terms.totalUs > 0 ? terms.bubbleUs / terms.totalUs : 0;
}

struct Prices {
    Pricing asMeasured; ///< with the input's own links
    Pricing oldLinks;   ///< by formula only
    Pricing newLinks;
    bool changesLinks = false;
};

/// A timed order, and what it was computed with.
struct Timed {
    Order* order;
    Hardware hardware;
    CostFactors factors;
};

} // namespace

struct Simulator::Private {
    JobSource source;
    Pricing own;
    HardwareCatalog catalog = HardwareCatalog::builtin();
    StepFigures baseline;
    Origin baselineOrigin = Origin::Modelled;
    // Cached orders: the last one requested, and the one with no knob moved.
    mutable std::optional<Order> untouched;
    mutable std::optional<Order> last;

    Knobs withoutOwnValues(const Knobs& knobs) const;
    Result<Order> makeOrder(const Knobs& structure, const ProgressFn& progress, bool isDrawn) const;
    Result<Order*> orderFor(const Knobs& knobs, const ProgressFn& progress, bool isDrawn) const;
    Result<Hardware> hardwareFor(const Knobs& knobs) const;
    Prices pricesFor(const Knobs& knobs, const Hardware& hardware) const;
    Result<CostFactors> factorsFor(const Knobs& knobs, const Hardware& hardware, const Order& order) const;
    /// `isDrawn`: a timeline will be needed.
    Result<Timed> timed(const Knobs& knobs, const ProgressFn& progress, bool isDrawn = true) const;
    void addMemory(StepFigures& figures, const Order& order) const;
    /// `summary` states where the time goes; may be null.
    Result<StepFigures> figuresOf(const Order& order, const Knobs& knobs, const RunSummary* summary) const;
    /// The last timing with its timeline, and where the time goes in it.
    SimulatedStep played(Order& order) const;
    StepFigures measuredFigures(const Order& order) const;
    bool leavesAsMeasured(const Order& order, const CostFactors& factors) const;
};

bool isUnchanged(const CostFactors& factors)
{
    const auto areOne = [](const auto& all) {
        return std::all_of(all.begin(), all.end(), [](double factor) { return factor == 1; });
    };
    return areOne(factors.compute) && areOne(factors.computeClass) && areOne(factors.transfer) && factors.gap == 1
        && factors.overlapSlowdown == 0;
}

/// Knobs set to the input's own values count as not moved.
Knobs Simulator::Private::withoutOwnValues(const Knobs& knobs) const
{
    Knobs moved = structureOf(knobs);
    if (!source.job)
        return moved;
    const JobProfile& job = *source.job;
    const auto drop = [](auto& knob, const auto& value) {
        if (knob && *knob == value)
            knob.reset();
    };
    if (job.orderIsKnownSchedule)
        drop(moved.schedule, job.schedule);
    // A single chunk is not interleaved: a request for it is an error and must not be ignored.
    if (moved.schedule != ScheduleKind::Interleaved)
        drop(moved.chunks, job.chunks);
    // Moving one size makes others follow unless they are fixed.
    const auto moves = [](const auto& knob, const auto& value) { return knob && *knob != value; };
    if (!moves(moved.stages, job.stages) && !moves(moved.tensor, job.tensor) && !moves(moved.data, job.data)
        && !moves(moved.expert, job.expert)) {
        drop(moved.microbatches, job.microbatches);
        drop(moved.stages, job.stages);
        drop(moved.tensor, job.tensor);
        drop(moved.data, job.data);
        drop(moved.expert, job.expert);
    }
    drop(moved.layers, std::accumulate(job.layersOfStage.begin(), job.layersOfStage.end(), 0));
    drop(moved.blockingSends, job.blockingSends);
    drop(moved.overlap, overlapsGradients(job));
    if (job.assumedBackwardRatio)
        drop(moved.backwardRatio, *job.assumedBackwardRatio);
    else
        moved.backwardRatio.reset();
    if (moved.partition == job.layersOfStage)
        moved.partition.clear();
    return moved;
}

Result<Order> Simulator::Private::makeOrder(
    const Knobs& structure, const ProgressFn& progress, bool isDrawn) const
{
    Order order;
    order.structure = structure;
    Knobs rest = structure;
    rest.blockingSends.reset();
    if (source.step && rest == Knobs()) {
        order.isReplay = true;
        if (source.job)
            order.job = *source.job;
        Result<StepGraph> graph = stopped();
        if (!structure.blockingSends.value_or(true)) {
            constexpr uint64_t passes = GraphBuilder::Options::passes;
            GraphBuilder::Options options;
            options.blockingSends = false;
            const auto mayContinue
                = [&progress](uint64_t done) { return !progress || progress(done, passes + replayParts); };
            options.progress = [&](uint64_t done, uint64_t) { return mayContinue(done); };
            Result<TraceGraph> step = makeTraceGraph(*contextOf(*source.run), source.stepIndex, options);
            if (!step)
                return step.error();
            graph = replayOf(
                std::make_shared<const TraceGraph>(std::move(step).value()), *source.run,
                [&](uint64_t done, uint64_t) { return mayContinue(passes + done); }, isDrawn);
        } else {
            graph = replayOf(source.step, *source.run, progress, isDrawn);
        }
        if (!graph)
            return graph.error();
        order.graph = std::move(graph).value();
        return order;
    }
    if (!source.job)
        return *source.whyNoJob;
    Result<JobProfile> job = *source.job;
    if (source.table && structure.layers) {
        TableOptions options;
        options.layers = rest.layers;
        job = profileOfTable(*source.table, options);
        if (!job)
            return job.error();
        job->gpusAreGiven = source.job->gpusAreGiven;
        rest.layers.reset();
    }
    rest.blockingSends = structure.blockingSends;
    Result<StructuredJob> made = structured(*job, rest, own);
    if (!made)
        return made.error();
    Result<StepGraph> graph = buildStep(*made, own, isDrawn);
    if (!graph)
        return graph.error();
    order.graph = std::move(graph).value();
    order.job = std::move(made->job);
    return order;
}

Result<Order*> Simulator::Private::orderFor(
    const Knobs& knobs, const ProgressFn& progress, bool isDrawn) const
{
    const Knobs structure = withoutOwnValues(knobs);
    std::optional<Order>& place = structure == Knobs() ? untouched : last;
    // The opened step is drawn sooner or later.
    isDrawn = isDrawn || &place == &untouched;
    if (!place || place->structure != structure || (isDrawn && !place->graph.isDrawn)) {
        place.reset(); // memory may not suffice for two at once
        Result<Order> made = makeOrder(structure, progress, isDrawn);
        if (!made)
            return made.error();
        place = std::move(made).value();
    }
    return &*place;
}

Result<Hardware> Simulator::Private::hardwareFor(const Knobs& knobs) const
{
    Hardware hardware = own.hardware;
    if (knobs.hardware) {
        Result<Hardware> found = catalog.findOrRead(*knobs.hardware);
        if (!found)
            return found.error();
        hardware = std::move(found).value();
    }
    if (knobs.nvlinkBandwidth)
        hardware.nvlinkBandwidth = *knobs.nvlinkBandwidth;
    if (knobs.nicBandwidth)
        hardware.nicBandwidth = *knobs.nicBandwidth;
    if (knobs.latencyNs)
        hardware.intraLatencyNs = hardware.interLatencyNs = *knobs.latencyNs;
    return hardware;
}

/// A curve is valid for the links it was measured on; for other links it is scaled by the formula.
Prices Simulator::Private::pricesFor(const Knobs& knobs, const Hardware& hardware) const
{
    const CollectiveAlgorithm algorithm = knobs.algorithm.value_or(own.algorithm);
    Prices prices;
    prices.asMeasured = own;
    prices.asMeasured.algorithm = algorithm;
    prices.changesLinks = knobs.hardware || knobs.nvlinkBandwidth || knobs.nicBandwidth || knobs.latencyNs;
    prices.oldLinks.hardware = own.hardware;
    prices.newLinks.hardware = hardware;
    if (algorithm != CollectiveAlgorithm::Curve)
        prices.oldLinks.algorithm = prices.newLinks.algorithm = algorithm;
    return prices;
}

Result<CostFactors> Simulator::Private::factorsFor(
    const Knobs& knobs, const Hardware& hardware, const Order& order) const
{
    CostFactors factors = order.graph.unchanged();
    for (const ComputeClass c : {ComputeClass::Matrix, ComputeClass::MemoryBound})
        factors.computeClass[size_t(c)] = computeRatio(c, own.hardware, hardware) * knobs.computeScale.value_or(1);
    for (const Knobs::Straggler& straggler : knobs.stragglers) {
        bool found = false;
        for (size_t r = 0; r < order.graph.ranks.size(); ++r) {
            const StepGraph::Rank& rank = order.graph.ranks[r];
            if (straggler.number == (straggler.of == Knobs::Straggler::Of::Rank ? rank.rank : rank.stage)) {
                factors.compute[r] *= straggler.factor;
                found = true;
            }
        }
        if (!found) {
            const bool isRank = straggler.of == Knobs::Straggler::Of::Rank;
            return refusal(say(isRank ? say("There is no rank {}.") : say("There is no stage {}."), straggler.number),
                order.job.replicasAreAlike ? say("One rank of each stage is modelled: name a stage.") : "");
        }
    }
    const Prices prices = pricesFor(knobs, hardware);
    for (size_t k = 0; k < order.graph.kinds.size(); ++k) {
        const PricedTransfer& kind = order.graph.kinds[k];
        const double before = priceOf(kind, own).ns;
        double after = priceOf(kind, prices.asMeasured).ns;
        if (prices.changesLinks) {
            const double formula = priceOf(kind, prices.oldLinks).ns;
            after *= formula > 0 ? priceOf(kind, prices.newLinks).ns / formula : 1;
        }
        factors.transfer[k] = before > 0 ? after / before : 1;
    }
    factors.gap = knobs.hostGaps.value_or(1);
    // As measured, compute that overlaps communication includes the slowdown already.
    constexpr double usualSlowdown = 0.3;
    factors.overlapSlowdown
        = knobs.overlapSlowdown.value_or(order.structure.overlap.value_or(false) ? usualSlowdown : 0);
    return factors;
}

/// Looks up the hardware only once: the file of a preset may change or disappear.
Result<Timed> Simulator::Private::timed(const Knobs& knobs, const ProgressFn& progress, bool isDrawn) const
{
    const Result<Order*> order = orderFor(knobs, progress, isDrawn);
    if (!order)
        return order.error();
    Result<Hardware> hardware = hardwareFor(knobs);
    if (!hardware)
        return hardware.error();
    Result<CostFactors> factors = factorsFor(knobs, *hardware, **order);
    if (!factors)
        return factors.error();
    if (!(*order)->graph.time(*factors)) {
        return refusal(say("Under these knobs the work of a step adds up to more than 70 years."),
            say("Choose faster links or smaller factors."));
    }
    return Timed {*order, std::move(hardware).value(), std::move(factors).value()};
}

/// Memory on the first rank of each stage, if sizes are known.
void Simulator::Private::addMemory(StepFigures& figures, const Order& order) const
{
    const JobProfile& job = order.job;
    if (!source.job || job.ranks.empty() || int(figures.stages.size()) != job.stages)
        return;
    std::vector<RankWork> stages(size_t(job.stages));
    std::vector<int> layers(size_t(job.stages), 0);
    std::vector<double> peak;
    std::vector<bool> seen(size_t(job.stages), false);
    const int ranksPerStage = std::max(1, job.tensor * job.data);
    for (const RankWork& work : job.ranks) {
        const auto stage = size_t(work.rank / ranksPerStage);
        const bool isFirst = stage < stages.size() && work.rank % ranksPerStage == 0;
        if (!isFirst)
            continue;
        if (!seen[stage])
            stages[stage] = work;
        seen[stage] = true;
        if (size_t(work.stage) < job.layersOfStage.size())
            layers[stage] += job.layersOfStage[size_t(work.stage)];
    }
    if (job.layersOfStage.empty() || std::find(seen.begin(), seen.end(), false) != seen.end())
        return;
    for (const StepFigures::Stage& stage : figures.stages)
        peak.push_back(stage.peakInFlight);
    const std::vector<StageMemory> memory = stageMemory(job, stages, layers, peak);
    for (size_t s = 0; s < memory.size() && s < figures.stages.size(); ++s) {
        figures.stages[s].parameterBytes = memory[s].parameterBytes;
        figures.stages[s].activationBytes = memory[s].activationBytes;
    }
}

SimulatedStep Simulator::Private::played(Order& order) const
{
    SimulatedStep step;
    step.run.name = source.name;
    step.run.kind = Run::Kind::Simulated;
    step.run.origin = Origin::Modelled;
    const JobProfile& job = order.job;
    if (order.isReplay) {
        step.run.layout = source.run->layout;
    } else {
        ParallelLayout& layout = step.run.layout;
        layout.world = job.tensor * job.data * job.stages;
        layout.tensor = job.tensor;
        layout.data = job.data;
        layout.expert = job.expert;
        layout.pipeline = job.stages;
        layout.microbatches = job.microbatches;
        layout.microbatchSize = job.microbatchSize;
        if (const int layers = std::accumulate(job.layersOfStage.begin(), job.layersOfStage.end(), 0))
            layout.layers = layers;
    }
    step.run.trace = std::make_shared<Trace>(order.graph.trace());
    step.run.context = order.graph.context(step.run.trace, step.run.layout);
    const TimeNs begin = -step.run.trace->origin(); // begin of the step, which may precede its first record
    const TimeRange extent {begin, begin + order.graph.retiming().makespan()};
    step.summary
        = std::make_shared<const RunSummary>(summarizeRun(*step.run.context, step.run.trace->timing(), extent));
    return step;
}

/// Figures of the opened step as recorded: the same as in `summary`.
StepFigures Simulator::Private::measuredFigures(const Order& order) const
{
    const Trace& trace = *source.run->trace;
    const std::shared_ptr<const RunContext> context = contextOf(*source.run);
    const std::optional<TimeRange> window = windowOfStep(trace, source.stepIndex);
    const RunSummary summary
        = summarizeStep(*context, trace.timing(), window, findWaiting(*context, trace.timing()));
    StepFigures figures = *figuresOf(order, {}, &summary);
    figures.stepNs = double(window ? window->duration() : summary.stepTime);
    return figures;
}

/// True if no knob changes anything in a measured step.
bool Simulator::Private::leavesAsMeasured(const Order& order, const CostFactors& factors) const
{
    return source.step && order.isReplay && order.structure == Knobs() && isUnchanged(factors);
}

Result<StepFigures> Simulator::Private::figuresOf(
    const Order& order, const Knobs& knobs, const RunSummary* summary) const
{
    StepFigures figures = order.graph.pipelineFigures();
    if (summary) {
        figures.charge(*summary);
        figures.stepNs = std::max(figures.stepNs, double(summary->stepTime));
    }
    const JobProfile& job = order.job;
    figures.samplesPerStep = source.job ? double(job.microbatches) * job.microbatchSize * job.data : 0;
    figures.unexplainedNs = source.unexplainedNs;
    addMemory(figures, order);
    if (source.workload && knobs.rule == StepRule::SimAiAnalytical) {
        const Result<SimAiTerms> terms = simAiTerms(*source.workload, simAiOptions(knobs));
        if (!terms)
            return terms.error();
        putTerms(figures, *terms);
    }
    return figures;
}

Simulator::Simulator(std::unique_ptr<Private> made) : d(std::move(made)) { }
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

Result<Simulator> Simulator::make(const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress)
{
    constexpr uint64_t opening = GraphBuilder::Options::passes + 1;
    const auto mayContinue = [&](uint64_t done) { return !progress || progress(done, partsOfPreparing); };
    Result<JobSource> opened = openJobSource(folder, source, progress);
    if (!opened)
        return opened.error();
    if (!mayContinue(opening))
        return stopped();
    auto made = std::make_unique<Private>();
    made->source = std::move(opened).value();
    made->own.curves = folder.bandwidthCurves;
    if (made->source.hardware)
        made->own.hardware = *made->source.hardware;
    const Result<Timed> timed = made->timed({}, [&](uint64_t parts, uint64_t) { return mayContinue(opening + parts); });
    if (!timed)
        return timed.error();
    if (!mayContinue(partsOfPreparing - 1))
        return stopped();
    Order& untouched = *timed->order;
    if (made->source.step) {
        made->baseline = made->measuredFigures(untouched);
        made->baselineOrigin = made->source.run->origin;
    } else {
        const SimulatedStep step = made->played(untouched);
        Result<StepFigures> figures = made->figuresOf(untouched, {}, step.summary.get());
        if (!figures)
            return figures.error();
        made->baseline = std::move(figures).value();
        made->baselineOrigin = Origin::Modelled;
    }
    if (const JobProfile* job = made->source.job ? &*made->source.job : nullptr;
        job && job->statedStepNs && !made->source.step) {
        // What the model does not explain belongs to the stated step, and so to every answer.
        made->source.unexplainedNs = std::max(0.0, *job->statedStepNs - made->baseline.stepNs);
        made->baseline.unexplainedNs = made->source.unexplainedNs;
        made->baseline.stepNs = *job->statedStepNs - made->source.unexplainedNs;
        made->baselineOrigin = job->statedOrigin;
    }
    return Simulator(std::move(made));
}

const StepFigures& Simulator::baseline() const { return d->baseline; }
Origin Simulator::baselineOrigin() const { return d->baselineOrigin; }
std::string Simulator::ownValue(std::string_view knob) const { return d->source.ownValue(knob, d->own.hardware); }
std::optional<Message> Simulator::whyNot(std::string_view knob) const { return d->source.whyNot(knob); }

std::optional<Error> Simulator::whyRefused(const Knobs& knobs) const
{
    for (const KnobInfo& info : knobTable()) {
        if (knobText(knobs, info.key).empty())
            continue;
        if (const std::optional<Message> reason = whyNot(info.key))
            return refusal(say("{} cannot be changed here: {}", info.key, *reason));
    }
    if (knobs.algorithm == CollectiveAlgorithm::Curve && d->own.curves.empty()) {
        return refusal(say("algorithm cannot be curve: no bandwidth curve was measured."),
            say("Open an nccl-tests log together with the input."));
    }
    const JobProfile* job = d->source.job ? &*d->source.job : nullptr;
    if (knobs.overlapSlowdown && job && !knobs.overlap.value_or(overlapsGradients(*job))) {
        return refusal(
            say("overlap-slowdown has no effect: nothing runs beside compute."), say("Switch overlap on as well."));
    }
    return std::nullopt;
}

void Simulator::setCatalog(HardwareCatalog catalog) { d->catalog = std::move(catalog); }

Result<Hardware> Simulator::hardware(const Knobs& knobs) const { return d->hardwareFor(knobs); }

std::vector<int> Simulator::balancedPartition(const Knobs& knobs) const
{
    if (!d->source.job)
        return {};
    Knobs structure = d->withoutOwnValues(knobs);
    structure.partition.clear();
    const Result<StructuredJob> made = structured(*d->source.job, structure, d->own);
    return made ? balancedLayers(made->job, made->schedule) : std::vector<int>();
}

std::vector<Knobs::Straggler> Simulator::measuredStragglers() const
{
    constexpr double notable = 1.05;
    std::vector<Knobs::Straggler> slow;
    if (!d->source.job)
        return slow;
    std::map<int, std::vector<double>> ofStage;
    const auto passesOf = [](const RankWork& work) { return computeOf(work.forward) + computeOf(work.backward); };
    for (const RankWork& work : d->source.job->ranks)
        ofStage[work.stage].push_back(passesOf(work));
    for (auto& [stage, all] : ofStage)
        std::sort(all.begin(), all.end());
    for (const RankWork& work : d->source.job->ranks) {
        const std::vector<double>& all = ofStage[work.stage];
        const double usual = all[(all.size() - 1) / 2];
        if (usual > 0 && passesOf(work) > notable * usual)
            slow.push_back({Knobs::Straggler::Of::Rank, work.rank, passesOf(work) / usual});
    }
    std::sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) { return a.factor > b.factor; });
    return slow;
}

Result<StepFigures> Simulator::outcome(const Knobs& knobs, const ProgressFn& progress) const
{
    const Result<Timed> timed = d->timed(knobs, progress, false);
    if (!timed)
        return timed.error();
    return d->figuresOf(*timed->order, knobs, nullptr);
}

Result<StepFigures> Simulator::figures(const Knobs& knobs, const ProgressFn& progress) const
{
    const Result<Timed> timed = d->timed(knobs, progress);
    if (!timed)
        return timed.error();
    Order& order = *timed->order;
    if (d->leavesAsMeasured(order, timed->factors))
        return d->baseline;
    const SimulatedStep step = d->played(order);
    return d->figuresOf(order, knobs, step.summary.get());
}

Result<SimulatedStep> Simulator::simulate(const Knobs& knobs, const ProgressFn& progress) const
{
    const Result<Timed> timed = d->timed(knobs, progress);
    if (!timed)
        return timed.error();
    Order& order = *timed->order;
    const CostFactors& factors = timed->factors;
    SimulatedStep step = d->played(order);
    Result<StepFigures> figures = d->leavesAsMeasured(order, factors)
        ? Result<StepFigures>(d->baseline)
        : d->figuresOf(order, knobs, step.summary.get());
    if (!figures)
        return figures.error();
    step.figures = std::move(figures).value();
    if (d->source.workload) {
        if (const Result<SimAiTerms> terms = simAiTerms(*d->source.workload, simAiOptions(knobs)))
            step.simAi = *terms;
    }
    step.criticalPath = order.graph.criticalPath();

    const JobProfile& job = order.job;
    step.guesses = d->source.guessesUnder(knobs);
    if (order.isReplay)
        step.assumptions = d->source.step->assumptions;
    if (!step.guesses.empty())
        step.assumptions.push_back(guessedSizesText(step.guesses));
    for (const Assumption& assumption : job.assumptions) {
        const bool isTold = !knobText(knobs, knobOf(assumption.id)).empty();
        const bool counts = !order.isReplay || assumption.id == Assumption::Id::LayersOfStages;
        if (counts && !isTold)
            step.assumptions.push_back(assumption.sentence);
    }

    step.hardware = timed->hardware;
    const Prices prices = d->pricesFor(knobs, step.hardware);
    step.transfers = order.graph.kinds;
    bool rescaled = false;
    for (size_t k = 0; k < step.transfers.size(); ++k) {
        PricedTransfer& kind = step.transfers[k];
        kind.ns *= factors.transfer[k];
        if (factors.transfer[k] != 1)
            kind.origin = Origin::Modelled;
        rescaled = rescaled || factors.transfer[k] != 1;
        const CollectivePrice price = priceOf(kind, prices.changesLinks ? prices.newLinks : prices.asMeasured);
        kind.algorithm = price.algorithm;
        kind.link = price.link;
        kind.isSmall = kind.bytes >= 0 && price.isSmall;
    }
    // Remove kinds that only a faster group member used, and waiting, which is not a transfer.
    std::erase_if(
        step.transfers, [](const PricedTransfer& kind) { return kind.count == 0 || (kind.bytes < 0 && kind.ns == 0); });
    const bool priced = std::any_of(step.transfers.begin(), step.transfers.end(),
        [](const PricedTransfer& kind) { return kind.origin == Origin::Modelled && kind.ns > 0; });
    if (priced || rescaled || factors.computeClass[0] != knobs.computeScale.value_or(1))
        step.assumptions.push_back(say(d->source.hardware ? say("The input names {} as its hardware.")
                                                          : say("The input is assumed to come from {}."),
            d->own.hardware.name));
    if (knobs.rule == StepRule::SimAiAnalytical && d->source.workload)
        step.assumptions.push_back(say("Figures follow SimAI-Analytical's sum, which knows gpus, gpus-per-server, "
                                       "nics-per-server, nvlink-gibps, nic-gibps and pp-gibps; other knobs change the "
                                       "event-driven timeline alone."));
    if (knobs.backwardRatio && job.assumedBackwardRatio)
        step.assumptions.push_back(say("Backward is assumed to take {} times the forward pass.", *knobs.backwardRatio));
    if (step.simAi) {
        if (const Message servers = simAiGuesses(knobs); !servers.empty())
            step.assumptions.push_back(say("SimAI-Analytical's sum assumes {}.", servers));
    }
    if (factors.overlapSlowdown > 0) {
        step.assumptions.push_back(say("Compute is assumed to take {} times as long beside communication.",
            fmt::format("{:.2f}", 1 + factors.overlapSlowdown)));
    }
    return step;
}

} // namespace bubblescope
