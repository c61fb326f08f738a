// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif.h"

#include "answerfigures.h"
#include "calibratedjob.h"
#include "describedanswer.h"
#include "layerslices.h"
#include "logfamily.h"
#include "measuretext.h"
#include "refusal.h"
#include "stragglers.h"
#include "structuredjob.h"
#include "typicalwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

/// "nic, schedule": those that stand elsewhere than the input.
template <typename OwnValue> std::string movedKnobs(const Knobs& knobs, const OwnValue& ownValue)
{
    std::string moved;
    for (const KnobInfo& info : knobTable()) {
        const std::string value = knobText(knobs, info.key);
        if (!value.empty() && value != ownValue(info.key))
            moved += (moved.empty() ? "" : ", ") + std::string(info.key);
    }
    return moved;
}

/// What a log may answer that was measured.
bool asksForLayoutOnly(Knobs structure)
{
    for (std::optional<int>* size :
        {&structure.tensor, &structure.data, &structure.stages, &structure.expert, &structure.microbatches})
        size->reset();
    return structure == Knobs();
}

/// How many times as long transfers of each kind take in the mean, as knobs say of single links; empty where they do
/// not.
std::vector<double> meanOfLinks(const StepGraph& graph, const CostFactors& factors)
{
    if (factors.links.empty())
        return {};
    std::vector<double> before(graph.kinds.size(), 0);
    std::vector<double> mean(graph.kinds.size(), 0);
    for (const StepGraph::Transfer& transfer : graph.transfers) {
        before[transfer.kind] += double(transfer.ns);
        mean[transfer.kind] += double(transfer.ns) * factors.ofMessage(transfer.stages);
    }
    for (size_t k = 0; k < mean.size(); ++k)
        mean[k] = before[k] > 0 ? mean[k] / before[k] : 1;
    return mean;
}

/// The first or the second of two tasks that count as one.
ProgressFn halfOf(const ProgressFn& whole, uint64_t half)
{
    if (!whole)
        return {};
    return [&whole, half](uint64_t done, uint64_t total) { return whole(done + half * total, 2 * total); };
}

std::string listedRanks(const std::vector<int>& ranks)
{
    constexpr size_t mostNamed = 8;
    const auto end = ranks.begin() + std::ptrdiff_t(std::min(mostNamed, ranks.size()));
    return fmt::format("{}{}", fmt::join(ranks.begin(), end, ", "), end == ranks.end() ? "" : ", …");
}

} // namespace

struct Simulator::Private {
    Private(JobSource opened, std::vector<BandwidthCurve> curves)
        : source(std::move(opened)), prices(source, std::move(curves)), orders(source), answers(source, orders, prices)
    {
    }

    JobSource source;
    MachinePrices prices;
    StepOrders orders;
    AnswerFigures answers;

    /// `isDrawn`: a timeline will be needed.
    Result<TimedOrder> timed(const Knobs& knobs, const ProgressFn& progress, bool isDrawn = true) const;
};

/// Looks up the hardware only once: the file of a preset may change or disappear.
Result<TimedOrder> Simulator::Private::timed(const Knobs& knobs, const ProgressFn& progress, bool isDrawn) const
{
    Result<Pricing> pricing = prices.ownUnder(knobs);
    if (!pricing)
        return pricing.error();
    // A preset has several names.
    std::string ownMachine = prices.own().hardware.name;
    if (const std::optional<std::string>& named = source.isPlanned() ? knobs.hardware : knobs.measuredOn;
        named && isSameMachine(prices.own().hardware, pricing->hardware))
        ownMachine = *named;
    ProgressFn rest = progress;
    if (answers.needsModel() && orders.isModelled(knobs, ownMachine)) {
        if (!answers.prepareModel(halfOf(progress, 0)))
            return stopped();
        rest = halfOf(progress, 1);
    }
    const Result<StepOrder*> order = orders.under(knobs, *pricing, ownMachine, rest, isDrawn);
    if (!order)
        return order.error();
    if (source.step && !(*order)->isReplay)
        prices.markModelled((*order)->graph);
    MachinePrices::markSmall((*order)->graph, *pricing);
    Result<Hardware> hardware = prices.hardwareUnder(knobs, pricing->hardware);
    if (!hardware)
        return hardware.error();
    Result<CostFactors> factors = costFactors(knobs, *pricing, *hardware, **order);
    if (!factors)
        return factors.error();
    if (!(*order)->time(*factors)) {
        return refusal(say("Under these knobs the work of a step adds up to more than 70 years."),
            say("Choose faster links or smaller factors."));
    }
    return TimedOrder {*order, std::move(pricing).value(), std::move(hardware).value(), std::move(factors).value()};
}

Message measuredText(const MeasuredStep& step)
{
    return say("{} measured this layout: {} a step.", step.name, timeText(step.ns));
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
    auto made = std::make_unique<Private>(std::move(opened).value(), folder.bandwidthCurves);
    const Result<TimedOrder> timed
        = made->timed({}, [&](uint64_t parts, uint64_t) { return mayContinue(opening + parts); });
    if (!timed)
        return timed.error();
    if (!mayContinue(partsOfPreparing - 1))
        return stopped();
    if (made->source.step)
        made->prices.learn(made->source, timed->order->graph);
    if (const Result<bool> ready = made->answers.open(*timed); !ready)
        return ready.error();
    return Simulator(std::move(made));
}

const StepFigures& Simulator::baseline() const { return d->answers.baseline(); }
StepFigures Simulator::baseline(const Knobs& ofInput) const { return d->answers.baselineUnder(ofInput); }
Origin Simulator::baselineOrigin() const { return d->answers.baselineOrigin(); }
std::string Simulator::ownValue(std::string_view knob) const
{
    return d->source.ownValue(knob, d->prices.own().hardware);
}
std::optional<Message> Simulator::whyNot(std::string_view knob) const { return d->source.whyNot(knob); }

std::optional<Error> Simulator::whyRefused(const Knobs& knobs) const
{
    for (const KnobInfo& info : knobTable()) {
        const std::string value = knobText(knobs, info.key);
        if (value.empty() || value == ownValue(info.key))
            continue;
        if (const std::optional<Message> reason = whyNot(info.key))
            return refusal(say("{} cannot be changed here: {}", info.key, *reason));
    }
    if (knobs.algorithm == CollectiveAlgorithm::Curve && d->prices.own().curves.empty()) {
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

const MachineGuess& Simulator::machine() const { return d->prices.machine(); }

void Simulator::setCatalog(HardwareCatalog catalog) { d->prices.setCatalog(std::move(catalog)); }

Result<Hardware> Simulator::hardware(const Knobs& knobs) const
{
    const Result<Pricing> own = d->prices.ownUnder(knobs);
    if (!own)
        return own.error();
    return d->prices.hardwareUnder(knobs, own->hardware);
}

std::optional<double> Simulator::replayError() const { return d->answers.replayError(); }

TracePtr Simulator::modelledPresent(const ProgressFn& progress) const { return d->answers.modelledPresent(progress); }

std::vector<int> Simulator::balancedPartition(const Knobs& knobs) const
{
    if (!d->source.job)
        return {};
    Knobs structure = d->orders.withoutOwnValues(knobs, d->prices.own().hardware.name);
    structure.partition.clear();
    const Result<Pricing> own = d->prices.ownUnder(knobs);
    if (!own)
        return {};
    const Result<OrderStart> start = d->orders.startOf(structure, own->hardware);
    if (!start)
        return {};
    const Result<StructuredJob> made = structured(start->job(), start->knobs, *own);
    if (!made)
        return {};
    const TypicalWork typical(made->job);
    return balancedLayers(made->job, typical.works(), made->schedule);
}

std::vector<Knobs::Straggler> Simulator::measuredStragglers() const
{
    std::vector<Knobs::Straggler> slow;
    if (d->source.job) {
        for (const SlowRank& rank : d->source.job->slowRanks)
            slow.push_back({Knobs::Straggler::Of::Rank, rank.rank, rank.factor});
    }
    std::map<int, std::vector<double>> ofStage;
    const std::vector<ComputeOfRank> ranks = d->source.computeOfKernels();
    for (const ComputeOfRank& rank : ranks)
        ofStage[rank.stage].push_back(rank.ns);
    for (auto& [stage, all] : ofStage)
        std::sort(all.begin(), all.end());
    for (const ComputeOfRank& rank : ranks) {
        const std::vector<double>& all = ofStage[rank.stage];
        const double usual = all[(all.size() - 1) / 2];
        if (usual > 0 && rank.ns > stragglerFactor * usual)
            slow.push_back({Knobs::Straggler::Of::Rank, rank.rank, rank.ns / usual});
    }
    std::sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) { return a.factor > b.factor; });
    return slow;
}

Result<StepFigures> Simulator::outcome(const Knobs& knobs, const ProgressFn& progress) const
{
    return outcome(knobs, progress, [](const StepFigures&) { return true; });
}

Result<StepFigures> Simulator::outcome(
    const Knobs& knobs, const ProgressFn& progress, const WantsRange& wantsRange) const
{
    const Result<TimedOrder> timed = d->timed(knobs, progress, false);
    if (!timed)
        return timed.error();
    if (d->answers.leavesAsMeasured(*timed->order, timed->factors))
        return d->answers.baselineUnder(knobs);
    Result<StepFigures> figures = d->answers.figuresOf(*timed->order, knobs, nullptr);
    if (figures && wantsRange(*figures))
        d->answers.addRange(*figures, *timed, knobs);
    return figures;
}

Result<StepFigures> Simulator::figures(const Knobs& knobs, const ProgressFn& progress) const
{
    const Result<TimedOrder> timed = d->timed(knobs, progress);
    if (!timed)
        return timed.error();
    StepOrder& order = *timed->order;
    if (d->answers.leavesAsMeasured(order, timed->factors))
        return d->answers.baselineUnder(knobs);
    const AnsweredStep step = d->answers.played(order);
    Result<StepFigures> figures = d->answers.figuresOf(order, knobs, step.summary.get());
    if (figures)
        d->answers.addRange(*figures, *timed, knobs);
    return figures;
}

Result<SimulatedStep> Simulator::simulate(const Knobs& knobs, const ProgressFn& progress) const
{
    const Result<TimedOrder> timed = d->timed(knobs, progress);
    if (!timed)
        return timed.error();
    StepOrder& order = *timed->order;
    const CostFactors& factors = timed->factors;
    SimulatedStep step;
    AnsweredStep played = d->answers.played(order);
    step.run = std::move(played.run);
    step.summary = std::move(played.summary);
    Result<StepFigures> figures = d->answers.leavesAsMeasured(order, factors)
        ? Result<StepFigures>(d->answers.baselineUnder(knobs))
        : d->answers.figuresOf(order, knobs, step.summary.get());
    if (!figures)
        return figures.error();
    step.figures = std::move(figures).value();
    d->answers.addRange(step.figures, *timed, knobs);
    if (d->source.workload) {
        if (const Result<SimAiTerms> terms = simAiTerms(*d->source.workload, simAiOptions(knobs)))
            step.simAi = *terms;
    }
    step.criticalPath = order.timeline.criticalPath(order.graph, order.timer);
    step.expertRangeNs = d->answers.expertRange(knobs, *timed);

    const JobProfile& job = order.job;
    if (factors.changeNothing() && asksForLayoutOnly(order.structure)) {
        for (const JobProfile& other : d->source.others) {
            if (haveSameLayout(other, job)) {
                step.measured.push_back(
                    {other.name, *other.statedStepNs, double(other.microbatches) * other.microbatchSize * other.data});
            }
        }
    }
    step.guesses = d->source.guessesUnder(knobs);
    if (order.isReplay)
        step.assumptions = d->source.step->assumptions;
    if (!step.guesses.empty())
        step.assumptions.push_back(guessedSizesText(step.guesses));
    for (const Assumption& assumption : job.assumptions) {
        const bool isSet = !knobText(knobs, knobOf(assumption.id)).empty();
        const bool counts = !order.isReplay || assumption.id == Assumption::Id::LayersOfStages;
        if (counts && !isSet)
            step.assumptions.push_back(assumption.sentence);
    }

    if (!order.isReplay) {
        // What a knob says of a rank itself is no assumption.
        std::ranges::copy_if(job.slowRanks, std::back_inserter(step.slowRanks), [&](const SlowRank& slow) {
            return std::ranges::none_of(knobs.stragglers, [&](const Knobs::Straggler& set) {
                return set.of == Knobs::Straggler::Of::Rank && set.number == slow.rank;
            });
        });
        std::ranges::move(slowRankTexts(step.slowRanks), std::back_inserter(step.assumptions));
        std::ranges::move(doubtedRankTexts(job.doubtedRanks), std::back_inserter(step.assumptions));
    }
    if (step.expertRangeNs) {
        step.assumptions.push_back(say("The step takes {} where all experts of a rank are sent alike, and {} where one "
                                       "of them is sent everything.",
            timeText(step.expertRangeNs->first), timeText(step.expertRangeNs->second)));
    }
    step.hardware = timed->hardware;
    const LinkPrices prices = LinkPrices::under(knobs, timed->own, step.hardware);
    step.transfers = order.graph.kinds;
    const double commScale = knobs.commScale.value_or(1);
    bool priced = false;
    const std::vector<double> ofLinks = meanOfLinks(order.graph, factors);
    for (size_t k = 0; k < step.transfers.size(); ++k) {
        PricedTransfer& kind = step.transfers[k];
        const bool isPriced = kind.origin == Origin::Modelled && kind.count > 0 && kind.ns > 0;
        priced = priced || isPriced || factors.transfer[k] != commScale;
        const double factor = factors.transfer[k] * (k < ofLinks.size() ? ofLinks[k] : 1);
        kind.ns *= factor;
        if (factor != 1)
            kind.origin = Origin::Modelled;
        kind.takePrice(priceOf(kind, prices.changesLinks ? prices.newLinks : prices.asMeasured));
    }
    // Remove kinds that only a faster group member used, and waiting, which is not a transfer.
    std::erase_if(
        step.transfers, [](const PricedTransfer& kind) { return kind.count == 0 || (kind.bytes < 0 && kind.ns == 0); });
    step.machine = d->prices.machineOf(timed->own, knobs.measuredOn.has_value());
    if (knobs.microbatchSize)
        step.run.layout.microbatchSize = *knobs.microbatchSize;
    if (order.described)
        step.described = describedAnswer(*order.described, step.figures, timed->hardware);
    const bool isGpuTold = d->source.isPlanned() || knobs.hardware || step.machine.by != MachineGuess::By::Assumed;
    const bool needsNoMore = step.described && step.described->run && step.described->memory
        && step.described->fits == true
        && step.described->memory.fullest().totalBytes() <= step.described->run->modelledBytes;
    if (step.described && step.described->run && !isGpuTold && !needsNoMore && !step.described->memory.cannotRun()) {
        // The GPU that the run is taken to have had is nobody's word: it may have more memory, or less.
        step.described->fits.reset();
        step.figures.usableMemory = std::numeric_limits<double>::infinity();
        step.described->usableBytes = std::numeric_limits<double>::infinity();
    }
    const std::vector<Message> rates
        = computeRatesTexts(timed->own.hardware, timed->hardware, job.shape(knobs.microbatchSize));
    step.assumptions.insert(step.assumptions.end(), rates.begin(), rates.end());
    if (order.described && order.described->job.calibration)
        step.assumptions.push_back(calibrationText(*order.described->job.calibration));
    if (order.described && order.described->run) {
        if (Message memory = measuredMemoryText(*order.described->run); !memory.empty())
            step.assumptions.push_back(std::move(memory));
    }
    if (d->source.isPlanned() && !knobs.hardware) {
        step.assumptions.push_back(say("No hardware is told: it is planned for {}.", timed->hardware.name));
    } else if (!d->source.isPlanned() && (priced || order.described || !rates.empty())) {
        step.assumptions.push_back(machineText(step.machine));
        step.assumptions.insert(step.assumptions.end(), step.machine.evidence.begin(), step.machine.evidence.end());
    }
    if (!knobs.measuredOn && !d->prices.possible().empty() && !isSameMachine(timed->own.hardware, timed->hardware))
        step.assumptions.push_back(say("The range holds all presets that the input may come from: measured-on tells "
                                       "which."));
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
    const bool scalesLone = std::any_of(order.graph.nodes.begin(), order.graph.nodes.end(),
        [](const StepGraph::Node& node) { return node.kind != StepGraph::none; });
    if (commScale != 1 && scalesLone) {
        step.assumptions.push_back(say("Communication whose other members were not recorded counts as transfer, also "
                                       "while it waited for them."));
    }
    if (order.isReplay && !d->answers.leavesAsMeasured(order, factors)) {
        if (d->answers.lacksLaunches()) {
            step.assumptions.push_back(
                say("Hardly a call of a host is known to have launched what its GPU did: the range "
                    "holds steps that follow the GPU alone, and that do not change."));
        } else if (!d->answers.unlaunchedRanks().empty()) {
            const std::vector<int>& ranks = d->answers.unlaunchedRanks();
            step.assumptions.push_back(say(ranks.size() == 1
                    ? say("No launch was recorded of the GPU of rank {}: whether it waited for its host is not known, "
                          "and the range holds both.",
                          ranks.front())
                    : say("No launch was recorded of the GPUs of ranks {}: whether they waited for their hosts is not "
                          "known, and the range holds both.",
                          listedRanks(ranks))));
        }
    }
    const double idleNs = baseline().idleNs + baseline().hostNs;
    if (order.isReplay && order.timer.changesOnlyHost() && baseline().waitingNs > 0
        && baseline().wholeStepNs() - step.figures.wholeStepNs() > idleNs) {
        step.assumptions.push_back(say("A GPU is idle for {}; what the step gains beyond that is waiting for ranks whose "
                                       "hosts are late.",
            timeText(idleNs)));
    }
    const std::string moved = movedKnobs(knobs, [this](std::string_view key) { return ownValue(key); });
    const bool isAsBefore = step.figures.wholeStepNs() == baseline().wholeStepNs()
        && step.figures.makespanNs == baseline().makespanNs && step.figures.computeNs == baseline().computeNs;
    const bool isThatMachine = d->source.isPlanned() && moved == "hardware"
        && timed->hardware.name == d->prices.own().hardware.name;
    if (isAsBefore && !moved.empty() && !isThatMachine)
        step.assumptions.push_back(say("The step takes as long as before: it does not depend on {}.", moved));
    if (factors.overlapSlowdown > 0) {
        step.assumptions.push_back(say("Compute is assumed to take {} times as long beside communication.",
            fmt::format("{:.2f}", 1 + factors.overlapSlowdown)));
    }
    return step;
}

} // namespace bubblescope
