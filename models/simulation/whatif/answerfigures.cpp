// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "answerfigures.h"

#include "answerrange.h"
#include "describedanswer.h"
#include "devicelanes.h"
#include "launches.h"
#include "memorycost.h"
#include "pricing.h"
#include "roundedtime.h"
#include "simaiterms.h"
#include "steadystate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

/// Of what a GPU has to do: kernels do not take quite the same in each repetition.
constexpr double surelyWork = 0.995;

/// Sets the figures of a step from SimAI-Analytical's sum; the timeline remains event-driven.
void putTerms(StepFigures& figures, const SimAiTerms& terms)
{
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
    figures.charged = {};
    const auto ranks = double(figures.ranks);
    figures.charged.of(TimePart::Compute) = ranks * figures.computeNs;
    figures.charged.of(TimePart::ExposedComm) = ranks * figures.exposedCommunicationNs();
    figures.charged.of(TimePart::Bubble) = ranks * figures.warmupBubbleNs;
}

bool hardlyLinksLaunches(const Trace& trace)
{
    if (!trace.hasThreads())
        return false;
    uint64_t ofDevices = 0;
    for (const Row& row : trace.rows())
        ofDevices += isDeviceLane(trace.track(row.track).lane) ? row.spanCount : 0;
    return ofDevices > 2 * trace.launches().size();
}

std::vector<int> unlaunchedRanksOf(const Trace& trace)
{
    const std::vector<bool> without = ranksWithoutLaunches(trace);
    std::vector<int> ranks;
    for (size_t r = 0; r < without.size(); ++r) {
        if (without[r])
            ranks.push_back(trace.ranks()[r].rank);
    }
    return ranks;
}

/// What the gaps of these ranks' devices in a step that follows itself take more (or less) if their hosts leave them.
TimeNs gapChange(const StepGraph& graph, const std::vector<int>& ranks, double factor)
{
    TimeNs most = 0; // of one rank
    for (const StepGraph::Rank& rank : graph.ranks) {
        if (!graph.isRepeated() || std::find(ranks.begin(), ranks.end(), rank.rank) == ranks.end())
            continue;
        TimeNs gaps = 0;
        for (uint32_t n = rank.firstNode; n < rank.firstNode + rank.nodeCount; ++n)
            gaps += graph.nodes[n].isDevice ? std::max<TimeNs>(0, graph.graph->lead(n)) : 0;
        most = std::max(most, gaps);
    }
    return roundedNs(double(most) * (factor - 1));
}

/// From when to when each rank of a step that follows itself is in one repetition, by index into Trace::ranks(): a rank
/// that ends it before others do goes on with the next one.
std::vector<TimeRange> ownRepetitions(const StepGraph& graph, const Retiming& retiming, const Trace& trace)
{
    const TimeNs begin = -trace.origin();
    std::vector<TimeRange> own(trace.ranks().size(), {begin, begin + retiming.makespan()});
    std::vector<bool> isKnown(own.size(), false);
    for (const uint32_t last : graph.lasts) {
        const size_t r = rankIndex(trace, graph.ranks[graph.nodes[last].rank].rank);
        if (r >= own.size())
            continue;
        const TimeNs end = begin + retiming.end(*graph.graph, last);
        if (!isKnown[r] || end > own[r].end)
            own[r] = {end - retiming.makespan(), end};
        isKnown[r] = true;
    }
    return own;
}

/// What replicas of a log's model may take to exchange the gradients of its largest stage: in single precision, over
/// links as slow as GPUs share them: PCI Express without peer access in a node, 10 Gb/s Ethernet between nodes.
double slowExchangeNs(const JobFacts& job)
{
    constexpr double bytesOfGradient = 4;
    constexpr double insideNode = 5e9; // bytes/s
    constexpr double betweenNodes = 1.25e9;
    if (job.data < 2 || job.model.parameters <= 0)
        return 0;
    const std::vector<int>& layers = job.layersOfStage;
    const int all = std::accumulate(layers.begin(), layers.end(), 0);
    const double share
        = all > 0 ? double(*std::max_element(layers.begin(), layers.end())) / all : 1.0 / std::max(job.stages, 1);
    const double head = std::min(job.model.head, job.model.parameters);
    const double parameters = ((job.model.parameters - head) * share + head) / std::max(job.tensor, 1);
    const bool crosses = int64_t(job.tensor) * job.data > job.ranksPerNode;
    const double ring = 2.0 * (job.data - 1) / job.data;
    return ring * parameters * bytesOfGradient / (crosses ? betweenNodes : insideNode) * nsPerSecond;
}

} // namespace

Result<bool> AnswerFigures::open(const TimedOrder& untouched)
{
    if (m_source.step) {
        m_baseline = measuredFigures(*untouched.order);
        m_baselineOrigin = m_source.run->origin;
        StepOrder& order = *untouched.order;
        m_lacksLaunches
            = m_source.step->isOfProfiler() ? hardlyLinksLaunches(*m_source.run->trace) : m_source.step->areKernels;
        m_unlaunchedRanks
            = m_source.step->isOfProfiler() ? unlaunchedRanksOf(*m_source.run->trace) : std::vector<int>();
        if (m_source.step->isOfProfiler() && order.timer.timeModel(order.graph, order.graph.unchanged())) {
            m_replayedNs = order.pipelineFigures().stepNs;
            order.time(untouched.factors);
        }
    } else {
        const AnsweredStep step = played(*untouched.order);
        Result<StepFigures> figures = figuresOf(*untouched.order, {}, step.summary.get());
        if (!figures)
            return figures.error();
        m_baseline = std::move(figures).value();
        addRange(m_baseline, untouched, {});
        m_baselineOrigin = Origin::Modelled;
    }
    if (const JobProfile* job = m_source.job ? &*m_source.job : nullptr; job && job->statedStepNs && !m_source.step) {
        // What the model does not explain belongs to the stated step, and so to every answer.
        const double rest = *job->statedStepNs - m_baseline.stepNs;
        // A description was calibrated by it: what is left are digits that its spans are rounded to.
        const bool isRounded = m_source.description && std::abs(rest) < calibratedDigits * *job->statedStepNs;
        const double unexplained = isRounded ? 0 : rest;
        m_stated = {{job, m_baseline.stepNs, unexplained}};
        learnGrowth();
        m_baseline.unexplainedNs = unexplained;
        if (!isRounded)
            m_baseline.stepNs = *job->statedStepNs - unexplained;
        m_baseline.errorNs = 0;
        m_baseline.belowNs.reset();
        m_baselineOrigin = job->statedOrigin;
    }
    return true;
}

void AnswerFigures::learnGrowth()
{
    for (const JobProfile& job : m_source.others) {
        Result<StepOrder> order = m_orders.asMeasured(job, m_prices.own());
        if (!order || !order->time(order->graph.unchanged()))
            continue;
        const double modelled = order->pipelineFigures().stepNs;
        m_stated.push_back({&job, modelled, *job.statedStepNs - modelled});
    }
    std::vector<UnexplainedGrowth::Seen> seen;
    for (const Stated& stated : m_stated) {
        const JobProfile& job = *stated.job;
        seen.push_back({job.tensor, job.data, job.expert, job.stages, job.microbatchSize, job.microbatches,
            std::max(0.0, stated.unexplainedNs)});
    }
    m_growth = UnexplainedGrowth(seen);
}

const AnswerFigures::Stated& AnswerFigures::statedOf(const StepOrder& order) const
{
    const auto found = std::find_if(
        m_stated.begin(), m_stated.end(), [&](const Stated& stated) { return stated.job == order.from; });
    return found == m_stated.end() ? m_stated.front() : *found;
}

/// Nothing if `progress` returned false: a later call begins again.
std::optional<double> AnswerFigures::modelledStepNs(const ProgressFn& progress) const
{
    if (m_wasModelled)
        return m_modelledNs;
    bool mayContinue = true;
    const auto watched = [&](uint64_t done, uint64_t total) {
        return mayContinue = mayContinue && (!progress || progress(done, total));
    };
    Knobs structure;
    structure.model = ModelUse::Always;
    Result<StepOrder> order = m_orders.make(structure, m_prices.own(), watched, false);
    if (order && order->time(order->graph.unchanged()))
        m_modelledNs = order->pipelineFigures().stepNs;
    m_wasModelled = mayContinue;
    return m_modelledNs;
}

bool AnswerFigures::prepareModel(const ProgressFn& progress) const
{
    m_orders.forgetLast();
    modelledStepNs(progress);
    return m_wasModelled;
}

std::optional<double> AnswerFigures::replayError() const
{
    if (!m_source.step || !m_source.job || m_baseline.stepNs <= 0)
        return std::nullopt;
    const std::optional<double> modelled = modelledStepNs();
    return modelled ? std::optional(*modelled / m_baseline.stepNs - 1) : std::nullopt;
}

double AnswerFigures::unexplainedNs(const StepOrder& order) const
{
    if (order.isReplay && m_source.step->isOfProfiler() && !order.timer.isUnchanged()) {
        const double ns = order.pipelineFigures().stepNs;
        const double step = m_baseline.stepNs;
        double answer = stepAfter(step, m_replayedNs, ns);
        // Kernels that never ran at once would not take as long if they did, and waiting for others is not for the host
        // to save.
        if (order.timer.changesOnlyHost())
            answer = std::max(answer, step - m_idleNs);
        return answer - ns;
    }
    if (order.structure.alwaysModels() || order.isReplay)
        return 0;
    if (!m_source.step) {
        if (m_stated.empty())
            return 0;
        return statedOf(order).unexplainedNs * growthOf(order).usual;
    }
    const std::optional<double> modelled = modelledStepNs();
    return modelled ? m_baseline.stepNs - *modelled : 0;
}

AnswerFigures::Growth AnswerFigures::growthOf(const StepOrder& order) const
{
    const Stated& stated = statedOf(order);
    if (stated.unexplainedNs < 0 && !m_source.description && stated.modelledNs > 0) {
        // A model that takes longer than was measured does so in every part.
        const double longer = order.pipelineFigures().stepNs / stated.modelledNs;
        return {longer, longer, longer, false};
    }
    const JobProfile& job = *stated.job;
    const int from = job.microbatches;
    const int to = order.job.microbatches;
    const double factor = m_growth.factor(from, to);
    const auto [least, most] = std::minmax({factor, m_growth.otherFactor(from, to)});
    Growth growth {least, factor, most, false};
    const auto layersOf
        = [](const JobFacts& of) { return std::accumulate(of.layersOfStage.begin(), of.layersOfStage.end(), 0); };
    const bool changesPasses = job.stages != order.job.stages || job.data != order.job.data
        || job.tensor != order.job.tensor || layersOf(job) != layersOf(order.job);
    if (!changesPasses || stated.modelledNs <= 0)
        return growth;
    // Passes are longer or shorter, and what lies beside them may be as well, or what it was: the middle of that.
    const double perPass = order.pipelineFigures().stepNs / std::max(to, 1) / (stated.modelledNs / std::max(from, 1));
    growth.least = std::min({least, 1.0, factor * perPass});
    growth.most = std::max({most, 1.0, factor * perPass});
    growth.usual = (growth.least + growth.most) / 2;
    growth.hasOtherPasses = true;
    return growth;
}

std::pair<double, double> AnswerFigures::growthErrorNs(const StepOrder& order) const
{
    if (m_stated.empty() || order.structure.alwaysModels())
        return {0, 0};
    const Stated& stated = statedOf(order);
    const Growth growth = growthOf(order);
    double shorter = stated.unexplainedNs * (growth.usual - growth.least);
    double longer = stated.unexplainedNs * (growth.most - growth.usual);
    if (order.job.data != stated.job->data) {
        longer += slowExchangeNs(order.job);
        shorter += std::clamp(stated.unexplainedNs * growth.least, 0.0, slowExchangeNs(*stated.job));
    }
    return {shorter, longer};
}

TracePtr AnswerFigures::modelledPresent(const ProgressFn& progress) const
{
    constexpr size_t most = 2'000'000; // spans
    if (!m_present && m_source.step && m_source.job && m_source.run->trace->spanCount() <= most) {
        Knobs structure;
        structure.model = ModelUse::Always;
        Result<StepOrder> order = m_orders.make(structure, m_prices.own(), progress, true);
        if (order && order->time(order->graph.unchanged()))
            m_present = std::make_shared<const Trace>(order->play());
    }
    return m_present;
}

/// True if no knob changes anything in a measured step.
bool AnswerFigures::leavesAsMeasured(const StepOrder& order, const CostFactors& factors) const
{
    return m_source.step && order.isReplay && order.structure == Knobs() && factors.changeNothing();
}

bool AnswerFigures::leavesAsOpened(const StepOrder& order, const CostFactors& factors) const
{
    if (m_source.step || m_stated.empty())
        return leavesAsMeasured(order, factors);
    Knobs structure = order.structure;
    structure.measuredOn.reset();
    return structure == Knobs() && factors.changeNothing();
}

/// Samples of a step. A told size of microbatches is that of the opened step, too.
double AnswerFigures::samplesOf(const JobProfile& job, const Knobs& knobs) const
{
    return double(job.microbatches) * knobs.microbatchSize.value_or(job.microbatchSize) * job.data;
}

StepFigures AnswerFigures::baselineUnder(const Knobs& knobs) const
{
    StepFigures figures = m_baseline;
    if (m_source.job && !m_source.description && knobs.microbatchSize)
        figures.samplesPerStep = figures.openedSamplesPerStep = samplesOf(*m_source.job, knobs);
    return figures;
}

/// Memory on the first rank of each stage, if sizes are known.
void AnswerFigures::addMemory(StepFigures& figures, const StepOrder& order, const Knobs& knobs) const
{
    const JobProfile& job = order.job;
    if (order.described) {
        const PlannedMemory memory = playedMemory(*order.described, figures);
        double gpuBytes = 1; // what a run says is said of GPUs of that size; else any size has the same share
        if (order.described->run) {
            const Result<Pricing> own = m_prices.ownUnder(knobs);
            const Result<Hardware> asked
                = own ? m_prices.hardwareUnder(knobs, own->hardware) : Result<Hardware>(own.error());
            gpuBytes = asked ? asked->memoryBytes : 0;
        }
        figures.usableMemory = usableShare(*order.described, gpuBytes);
        for (size_t s = 0; s < memory.stages.size() && s < figures.stages.size(); ++s) {
            const PlannedStageMemory& stage = memory.stages[s];
            figures.stages[s].parameterBytes = stage.parameterBytes + stage.gradientBytes + stage.optimizerBytes;
            figures.stages[s].activationBytes = stage.totalBytes() - figures.stages[s].parameterBytes;
        }
        return;
    }
    if (!m_source.job || job.ranks.empty() || int(figures.stages.size()) != job.stages)
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

Result<StepFigures> AnswerFigures::figuresOf(
    const StepOrder& order, const Knobs& knobs, const RunSummary* summary) const
{
    StepFigures figures = order.pipelineFigures();
    if (summary) {
        figures.charge(*summary);
        figures.stepNs = std::max(figures.stepNs, double(summary->stepTime));
    }
    const JobProfile& job = order.job;
    figures.samplesPerStep = m_source.job ? samplesOf(job, knobs) : 0;
    figures.openedSamplesPerStep = m_source.job ? samplesOf(*m_source.job, knobs) : 0;
    if (order.described) {
        figures.samplesPerStep = order.described->job.layout.globalBatch.value_or(0);
        figures.openedSamplesPerStep = m_source.description->layout.globalBatch.value_or(0);
    }
    figures.unexplainedNs = unexplainedNs(order);
    if (m_source.step && !order.isReplay)
        figures.replayError = replayError();
    addMemory(figures, order, knobs);
    if (m_source.workload && knobs.rule == StepRule::SimAiAnalytical) {
        const Result<SimAiTerms> terms = simAiTerms(*m_source.workload, simAiOptions(knobs));
        if (!terms)
            return terms.error();
        putTerms(figures, *terms);
    }
    return figures;
}

void AnswerFigures::addRange(StepFigures& figures, const TimedOrder& timed, const Knobs& knobs) const
{
    if (knobs.rule == StepRule::SimAiAnalytical)
        return; // a closed sum
    const StepOrder& order = *timed.order;
    if (leavesAsOpened(order, timed.factors))
        return;
    const bool movesMachine = !isSameMachine(timed.own.hardware, timed.hardware);
    std::pair<double, double> planned {0, 0};
    if (order.described) {
        addPlannedRange(figures, *order.described);
        if (m_source.isPlanned() || !movesMachine)
            return;
        planned = {figures.shorterNs(), figures.errorNs};
    }
    Knobs moved = order.structure;
    if (const JobProfile* from = order.from) {
        // Sizes of groups are held at their own values where another one moves.
        const auto drop = [](auto& knob, int own) { knob = knob == own ? std::nullopt : knob; };
        drop(moved.tensor, from->tensor);
        drop(moved.data, from->data);
        drop(moved.expert, from->expert);
        drop(moved.stages, from->stages);
        drop(moved.microbatches, from->microbatches);
    }
    AnswerTerms terms {order.graph, order.timer.retiming(), timed.factors, timed.own.fit, moved};
    const ModelShape model = order.job.shape(knobs.microbatchSize);
    for (const ComputeClass c : gpuClasses) {
        terms.hardwareFactor[size_t(c)] = computeRatio(c, timed.own.hardware, timed.hardware, {}, model);
        terms.hardwareRange[size_t(c)] = computeRatioRange(c, timed.own.hardware, timed.hardware, model);
    }
    terms.commScale = knobs.commScale.value_or(1);
    terms.isReplay = order.isReplay && order.structure == Knobs();
    terms.isOneRun = m_source.step != nullptr;
    terms.endsErrorNs = order.job.endsErrorNs;
    terms.expertsErrorNs = order.job.expertsErrorNs;
    terms.openedNs = m_baseline.stepNs;
    double openedSamples = figures.openedSamplesPerStep;
    if (!m_stated.empty()) {
        const Stated& stated = statedOf(order);
        terms.openedNs = stated.modelledNs;
        openedSamples = samplesOf(*stated.job, knobs);
    }
    // More of the same work is no change of it.
    const double samples = openedSamples > 0 ? figures.samplesPerStep / openedSamples : 1;
    terms.changeNs = terms.openedNs > 0 ? figures.stepNs - terms.openedNs * samples : 0;
    terms.isRepeated = order.graph.isRepeated();
    if (terms.isRepeated)
        terms.changeNs = figures.wholeStepNs() - m_baseline.stepNs;
    if (terms.isRepeated)
        figures.beyondPeriodNs = m_baseline.stepNs - m_replayedNs;
    // The range reaches to where all of that is gone.
    terms.unexplainedNs = figures.unexplainedNs - figures.beyondPeriodNs;
    if (!m_stated.empty() && growthOf(order).hasOtherPasses)
        terms.unexplainedNs = 0; // see growthErrorNs()
    terms.replayError = figures.replayError;
    const AnswerError error = answerErrorNs(terms);
    auto [shorter, longer] = expertErrorNs(knobs, timed, figures.wholeStepNs());
    if (m_source.step && m_source.job)
        shorter
            = std::hypot(shorter, firstMicrobatchErrorNs(m_source.job->microbatches, order.job.microbatches, figures));
    if (!knobs.measuredOn && movesMachine) {
        const auto [less, more] = originErrorNs(knobs, timed);
        longer = std::hypot(longer, more);
        shorter = std::hypot(shorter, less);
    }
    // What an input states of its step holds on whatever machine.
    if (!knobs.measuredOn && !movesMachine && !order.isReplay && m_stated.empty()) {
        const auto [less, more] = machineErrorNs(order.graph, order.timer.retiming(), timed.own, m_prices.possible());
        longer = std::hypot(longer, more);
        shorter = std::hypot(shorter, less);
    }
    if (!order.isReplay)
        shorter = std::hypot(shorter, fewChannelsErrorNs(order.graph, order.timer.retiming(), timed.own));
    for (const double share : {WeightShare::least, WeightShare::most}) {
        if (!order.job.weightShareIsUsual)
            break;
        const double change = order.timer.changeByWeightShare(order.graph, WeightShare::usual, share);
        longer = std::hypot(longer, std::max(change, 0.0));
        shorter = std::hypot(shorter, std::max(-change, 0.0));
    }
    const auto [lessTensor, moreTensor] = order.job.tensorErrorNs;
    shorter = std::hypot(shorter, lessTensor);
    longer = std::hypot(longer, moreTensor);
    const auto [lessGradients, moreGradients] = order.job.gradientsErrorNs;
    shorter = std::hypot(shorter, lessGradients);
    longer = std::hypot(longer, moreGradients);
    const double slowness = slownessErrorNs(knobs, timed, figures.wholeStepNs());
    shorter = std::hypot(shorter, slowness);
    longer = std::hypot(longer, slowness);
    const auto [lessGrowth, moreGrowth] = growthErrorNs(order);
    // The other reading may be off by as much as this one.
    const auto [asSlowLess, asSlowMore] = doubtErrorNs(knobs, timed, figures.wholeStepNs());
    longer = std::hypot(longer, planned.second);
    shorter = std::hypot(shorter, planned.first);
    figures.errorNs = asSlowMore + std::hypot(error.longerNs, longer, moreGrowth);
    const double besideLess = besideErrorNs(order.graph, order.timer.retiming());
    const double belowNs = besideLess + asSlowLess + std::hypot(error.shorterNs, shorter, lessGrowth);
    if (belowNs != figures.errorNs)
        figures.belowNs = belowNs;
    else
        figures.belowNs.reset();
    if (besideLess > 0.5 * (figures.errorNs + belowNs))
        figures.wideBy = StepFigures::WideBy::Beside;
    if (terms.isRepeated && order.timer.changesOnlyHost()) {
        addWaitingForHosts(figures, order);
        keepOwnWork(figures);
    }
    if ((m_lacksLaunches || !m_unlaunchedRanks.empty()) && order.isReplay)
        addUnknownLaunches(figures, order, terms.factors.gap);
}

/// What the closed formulas are known to be off by, as shares: the played step is made of the same terms.
void AnswerFigures::addPlannedRange(StepFigures& figures, const DescribedOrder& described)
{
    const PlannedStep& step = described.step;
    if (step.stepNs() <= 0)
        return;
    const double whole = figures.wholeStepNs();
    figures.errorNs = std::max(0.0, step.highNs / step.stepNs() - 1) * whole;
    const double belowNs = std::clamp(1 - step.lowNs / step.stepNs(), 0.0, 1.0) * whole;
    if (belowNs != figures.errorNs)
        figures.belowNs = belowNs;
}

/// Where nothing tells what waits for the host, the step may follow its device alone, or not at all.
void AnswerFigures::addUnknownLaunches(StepFigures& figures, const StepOrder& order, double gapFactor) const
{
    const auto work = double(order.timer.deviceChange(order.graph));
    const auto gaps = double(gapChange(order.graph, m_unlaunchedRanks, gapFactor));
    if (!m_lacksLaunches && work == 0 && gaps == 0)
        return; // nothing of these ranks changes
    const double whole = figures.wholeStepNs();
    const double known = figures.shorterNs() + figures.errorNs;
    double shortest = m_baseline.stepNs + std::min(work, 0.0) + std::min(gaps, 0.0);
    double longest = m_baseline.stepNs + std::max(work, 0.0) + std::max(gaps, 0.0);
    if (m_source.step->areKernels && gapFactor != 1) { // what a host did while its device ran was not recorded either
        shortest = std::min(shortest, std::max(surelyWork * m_busiestNs, gapFactor * m_baseline.stepNs));
        longest = std::max(longest, gapFactor * m_baseline.stepNs);
    }
    const double least = std::max(std::min(whole - figures.shorterNs(), shortest), 0.0);
    const double most = std::max(whole + figures.errorNs, longest);
    figures.belowNs = whole - least;
    figures.errorNs = most - whole;
    if (2 * known < most - least)
        figures.wideBy = StepFigures::WideBy::Launches;
}

/// However fast hosts are, a step takes what the busiest GPU has to do in it.
void AnswerFigures::keepOwnWork(StepFigures& figures) const
{
    const double most = std::max(0.0, figures.wholeStepNs() - surelyWork * m_busiestNs); // that it may be shorter
    figures.beyondPeriodNs = std::min(figures.beyondPeriodNs, most);
    if (const double rest = most - std::max(figures.beyondPeriodNs, 0.0); figures.shorterNs() > rest)
        figures.belowNs = rest;
}

/// What a step gains beyond what GPUs are idle for their own hosts in the mean is waiting for ranks whose hosts are late:
/// there the gaps themselves do not tell how much of it they cause. It may be all that re-timing makes of it.
void AnswerFigures::addWaitingForHosts(StepFigures& figures, const StepOrder& order) const
{
    if (order.graph.transfers.empty())
        return;
    const double retimed = stepAfter(m_baseline.stepNs, m_replayedNs, order.pipelineFigures().stepNs);
    if (const double beyondIdle = figures.wholeStepNs() - retimed; beyondIdle > 0) {
        figures.belowNs = figures.shorterNs() + beyondIdle;
        figures.wideBy = StepFigures::WideBy::LateHosts;
    }
    const double gain = m_baseline.stepNs - figures.wholeStepNs();
    const double waited = gain - m_baseline.idleNs - m_baseline.hostNs;
    if (gain <= 0 || waited <= figures.errorNs)
        return;
    figures.belowNs = figures.shorterNs();
    figures.errorNs = waited;
    figures.wideBy = StepFigures::WideBy::LateHosts;
}

std::optional<double> AnswerFigures::stepWith(
    const Knobs& knobs, const TimedOrder& timed, const JobReading& reading) const
{
    Result<StepOrder> other = m_orders.make(timed.order->structure, timed.own, {}, false, reading);
    if (!other)
        return std::nullopt;
    const Result<CostFactors> factors = costFactors(knobs, timed.own, timed.hardware, *other);
    if (!factors || !other->time(*factors))
        return std::nullopt;
    return other->pipelineFigures().stepNs + unexplainedNs(*timed.order);
}

bool AnswerFigures::movesExperts(const StepOrder& order) const
{
    return !order.isReplay && m_source.job && !m_source.job->replicasAreAlike
        && order.job.expert != m_source.job->expert;
}

std::pair<double, double> AnswerFigures::expertErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const
{
    std::pair<double, double> error;
    if (!movesExperts(*timed.order))
        return error;
    for (const ExpertGuess& guess :
        {ExpertGuess {ExpertShares::LittleUneven, 0.3}, ExpertGuess {ExpertShares::VeryUneven, -0.3}}) {
        if (const std::optional<double> other = stepWith(knobs, timed, {guess}))
            error = {std::max(error.first, stepNs - *other), std::max(error.second, *other - stepNs)};
    }
    return error;
}

std::pair<double, double> AnswerFigures::doubtErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const
{
    const std::vector<SlowRank>& doubted = timed.order->job.doubtedRanks;
    if (timed.order->isReplay || doubted.empty())
        return {};
    std::pair<double, double> error;
    const auto read = [&](JobReading::Doubted reading) {
        const double other = stepWith(knobs, timed, {{}, reading}).value_or(stepNs);
        error = {std::max(error.first, stepNs - other), std::max(error.second, other - stepNs)};
    };
    read(JobReading::Doubted::Slow);
    const size_t beforeLast = timed.order->from ? doubtedBeforeLast(*timed.order->from).size() : 0;
    if (beforeLast > 0 && beforeLast < doubted.size())
        read(JobReading::Doubted::SlowButLast);
    return error;
}

std::pair<double, double> AnswerFigures::originErrorNs(const Knobs& knobs, const TimedOrder& timed) const
{
    StepOrder& order = *timed.order;
    std::pair<double, double> error;
    if (m_prices.possible().empty())
        return error;
    const auto stepNs = [&] { return order.pipelineFigures().stepNs + unexplainedNs(order); };
    const double guessed = stepNs();
    Knobs links = knobs; // a preset is looked up once
    links.hardware.reset();
    for (const Pricing& from : m_prices.possible()) {
        const Result<Hardware> to = m_prices.hardwareUnder(links, knobs.hardware ? timed.hardware : from.hardware);
        Result<CostFactors> factors = to ? costFactors(knobs, from, *to, order) : Result<CostFactors>(to.error());
        if (!factors)
            continue;
        // What nobody recorded is priced anew. A description is calibrated: its step was measured, prices and all.
        for (size_t k = 0; k < order.graph.kinds.size() && !order.described; ++k) {
            const PricedTransfer& kind = order.graph.kinds[k];
            const double ns = kind.origin == Origin::Modelled ? priceOf(kind, timed.own).ns : 0;
            factors->transfer[k] *= ns > 0 ? priceOf(kind, from).ns / ns : 1;
        }
        if (!order.time(*factors))
            continue;
        const double other = stepNs();
        error = {std::max(error.first, guessed - other), std::max(error.second, other - guessed)};
    }
    order.time(timed.factors);
    return error;
}

double AnswerFigures::slownessErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const
{
    const std::vector<SlowRank>& slow = timed.order->job.slowRanks;
    const bool isExact = std::ranges::all_of(slow, [](const SlowRank& rank) { return rank.error == 0; });
    if (timed.order->isReplay || isExact)
        return 0;
    JobReading slower;
    slower.slowAreSlower = true;
    return std::abs(stepWith(knobs, timed, slower).value_or(stepNs) - stepNs);
}

std::optional<std::pair<double, double>> AnswerFigures::expertRange(const Knobs& knobs, const TimedOrder& timed) const
{
    if (!movesExperts(*timed.order) || timed.order->job.expert <= m_source.job->expert)
        return std::nullopt;
    const std::optional<double> even = stepWith(knobs, timed, {{ExpertShares::Even}});
    const std::optional<double> uneven = stepWith(knobs, timed, {{ExpertShares::OneTakesAll}});
    if (!even || !uneven)
        return std::nullopt;
    return std::pair(std::min(*even, *uneven), std::max(*even, *uneven));
}

AnsweredStep AnswerFigures::played(StepOrder& order) const
{
    AnsweredStep step;
    step.run.name = m_source.name;
    step.run.kind = Run::Kind::Simulated;
    step.run.origin = Origin::Modelled;
    const JobProfile& job = order.job;
    if (order.isReplay) {
        step.run.layout = m_source.run->layout;
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
    step.run.trace = std::make_shared<Trace>(order.play());
    step.run.context = order.timeline.context(order.graph, step.run.trace, step.run.layout);
    const TimeNs begin = -step.run.trace->origin(); // begin of the step, which may precede its first record
    const TimeRange extent {begin, begin + order.timer.retiming().makespan()};
    const Timing& timing = step.run.trace->timing();
    RunSummary summary = summarizeRun(*step.run.context, timing, extent);
    if (order.graph.isRepeated()) {
        // Its host is ahead of it: that is time of another repetition.
        RunSummary own = summarizePart(*step.run.context, timing, extent, summary.waiting,
            ownRepetitions(order.graph, order.timer.retiming(), *step.run.trace));
        own.part.reset();
        own.stepTime = extent.duration();
        own.lost = std::move(summary.lost);
        own.waiting = std::move(summary.waiting);
        summary = std::move(own);
    }
    step.summary = std::make_shared<const RunSummary>(std::move(summary));
    return step;
}

/// Figures of the opened step as recorded: the same as in `summary`.
StepFigures AnswerFigures::measuredFigures(const StepOrder& order) const
{
    const Trace& trace = *m_source.run->trace;
    const std::shared_ptr<const RunContext> context = contextOf(*m_source.run);
    const std::optional<TimeRange> window = windowOfStep(trace, m_source.stepIndex);
    const RunSummary summary = summarizeStep(*context, trace.timing(), window, findWaiting(*context, trace.timing()));
    m_idleNs = m_busiestNs = 0;
    double withoutWork = 0; // mean of all ranks
    for (const RankSummary& rank : summary.ranks) {
        const TimeNs busy = rank.split.compute() + rank.split.of(Category::MemoryCopy);
        m_busiestNs = std::max(m_busiestNs, double(busy));
        // Communication may move beside compute once it is launched earlier.
        const TimeNs exposed = order.graph.transfers.empty() ? 0 : rank.split.exposedCommunication();
        m_idleNs = std::max(m_idleNs, double(rank.split.idle() + rank.split.of(Category::Host) + exposed));
        withoutWork += double(rank.split.total() - busy) / double(summary.ranks.size());
    }
    // Ranks that meet share their period, and each has to do its work in it.
    if (!order.graph.transfers.empty())
        m_idleNs = std::min(m_idleNs, withoutWork);
    StepFigures figures = *figuresOf(order, {}, &summary);
    figures.stepNs = double(window ? window->duration() : summary.stepTime);
    return figures;
}

} // namespace bubblescope
