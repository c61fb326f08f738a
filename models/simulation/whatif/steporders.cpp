// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steporders.h"

#include "automaticorder.h"
#include "groupsizes.h"
#include "joblayout.h"
#include "logfamily.h"
#include "refusal.h"
#include "shardedlog.h"
#include "stepbuilder.h"
#include "stepreplay.h"
#include "structuredjob.h"
#include "tablestep.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

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
    structure.together = knobs.together;
    structure.blockingSends = knobs.blockingSends;
    structure.measuredOn = knobs.measuredOn; // another order has prices of its own
    if (knobs.alwaysModels())
        structure.model = knobs.model;
    return structure;
}

/// The same of a described job, whose sizes are structure as well.
Knobs onlyStructure(const Knobs& knobs)
{
    Knobs structure = structureOf(knobs);
    structure.gpus = knobs.gpus;
    structure.microbatchSize = knobs.microbatchSize;
    structure.context = knobs.context;
    structure.expertTensor = knobs.expertTensor;
    structure.sequence = knobs.sequence;
    structure.sequenceParallel = knobs.sequenceParallel;
    structure.shard = knobs.shard;
    structure.recompute = knobs.recompute;
    structure.recomputedLayers = knobs.recomputedLayers;
    structure.precision = knobs.precision;
    structure.vocabularyParallel = knobs.vocabularyParallel;
    structure.capacityFactor = knobs.capacityFactor;
    structure.offload = knobs.offload;
    structure.framework = knobs.framework;
    structure.backwardRatio.reset();
    structure.measuredOn.reset();
    return structure;
}

/// True if the recorded order answers.
bool isReplayed(Knobs structure)
{
    structure.blockingSends.reset();
    structure.measuredOn.reset();
    return structure == Knobs();
}

} // namespace

std::vector<SlowRank> doubtedBeforeLast(const JobProfile& job)
{
    const JobLayout layout(job);
    const int firstOfLast = layout.world() - layout.ranksPerStage();
    std::vector<SlowRank> ranks = job.doubtedRanks;
    std::erase_if(ranks, [firstOfLast](const SlowRank& rank) { return rank.rank >= firstOfLast; });
    return ranks;
}

/// Knobs set to the input's own values count as not moved.
Knobs StepOrders::withoutOwnValues(const Knobs& knobs, std::string_view ownMachine) const
{
    Knobs moved = structureOf(knobs);
    if (m_source.description) {
        // All sizes, and the machine that they are planned for, or were measured on.
        moved = onlyStructure(knobs);
        const std::optional<std::string>& machine = m_source.isPlanned() ? knobs.hardware : knobs.measuredOn;
        if (machine && *machine != ownMachine)
            moved.measuredOn = machine;
        if (moved.blockingSends == m_source.job->blockingSends)
            moved.blockingSends.reset();
        if (moved.together == 1)
            moved.together.reset();
        if (!m_source.description->layout.overlapGradients && moved.overlap == overlapsGradients(*m_source.job))
            moved.overlap.reset(); // as its framework does
        return withoutDescribedValues(std::move(moved), *m_source.description);
    }
    const auto drop = [](auto& knob, const auto& value) {
        if (knob && *knob == value)
            knob.reset();
    };
    drop(moved.measuredOn, ownMachine);
    if (!m_source.job) {
        drop(moved.blockingSends, true);
        return moved;
    }
    const JobProfile& job = *m_source.job;
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
    drop(moved.together, 1);
    drop(moved.overlap, overlapsGradients(job));
    if (job.assumedBackwardRatio)
        drop(moved.backwardRatio, *job.assumedBackwardRatio);
    else
        moved.backwardRatio.reset();
    if (moved.partition == job.layersOfStage)
        moved.partition.clear();
    return moved;
}

bool StepOrders::isModelled(const Knobs& knobs, std::string_view ownMachine) const
{
    return !m_source.step || !isReplayed(withoutOwnValues(knobs, ownMachine));
}

/// What was measured is what the step takes as it is played, which the closed formulas miss by a little.
Result<JobCalibration> StepOrders::calibrationOn(const Hardware& hardware) const
{
    if (m_calibration && m_calibration->hardware == hardware.name)
        return *m_calibration;
    JobDescription own = *m_source.description;
    own.calibration.reset();
    const Result<DescribedJob> described = describedUnder(own, {}, hardware.gpusPerNode);
    if (!described)
        return described.error();
    Pricing pricing;
    pricing.hardware = hardware;
    const MeasuredSteps& measured = *m_source.measuredSteps;
    constexpr int mostRounds = 8;
    double share = 1;
    for (int round = 0; round < mostRounds; ++round) {
        Result<JobCalibration> made = calibrationOf(described->job, hardware,
            {share * measured.usualNs, share * measured.fastNs, share * measured.slowNs, measured.passesNs});
        if (!made)
            return made.error();
        JobDescription calibrated = described->job;
        calibrated.calibration = std::move(made).value();
        calibrated.calibration->run = m_source.name;
        m_calibration = calibrated.calibration;
        const Result<JobProfile> job = plannedJob(calibrated, hardware);
        if (!job)
            return job.error();
        const Result<StructuredJob> structure = structured(*job, described->rest, pricing);
        if (!structure)
            return structure.error();
        Result<StepGraph> graph = buildStep(*structure, pricing, {}, false);
        if (!graph)
            return graph.error();
        StepTimer timer;
        if (!timer.time(*graph, graph->unchanged()))
            break;
        const double played = timer.pipelineFigures(*graph).stepNs;
        if (played <= 0 || std::abs(played / measured.usualNs - 1) < calibratedDigits)
            break;
        share *= measured.usualNs / played;
    }
    return *m_calibration;
}

std::optional<MeasuredMemory> StepOrders::memoryOn(const Hardware& hardware) const
{
    if (!m_source.measuredSteps)
        return m_source.memoryOfRun;
    if (m_memoryOfRun && m_memoryOfRun->hardware == hardware.name && m_memoryOfRun->gpusPerNode == hardware.gpusPerNode
        && m_memoryOfRun->memory.gpuBytes == hardware.memoryBytes)
        return m_memoryOfRun->memory;
    const Result<DescribedJob> described = describedUnder(*m_source.description, {}, hardware.gpusPerNode);
    if (!described)
        return std::nullopt;
    const Result<PlannedStep> step = plannedStep(described->job, hardware);
    if (!step)
        return std::nullopt;
    const std::optional<PlannedMemory> turning = turningMemory(*described);
    m_memoryOfRun = MemoryOfRun {hardware.name, hardware.gpusPerNode,
        measuredMemory(turning ? *turning : step->memory, m_source.printedMemoryBytes, hardware.memoryBytes)};
    return m_memoryOfRun->memory;
}

/// A size of a described job that moves makes another job of it, not another order of the same work.
Result<OrderStart> StepOrders::planned(const Knobs& structure, const Hardware& hardware) const
{
    Result<DescribedJob> described = describedUnder(*m_source.description, structure, hardware.gpusPerNode);
    if (!described)
        return described.error();
    if (m_source.measuredSteps) {
        Result<JobCalibration> calibration = calibrationOn(hardware);
        if (!calibration)
            return calibration.error();
        described->job.calibration = std::move(calibration).value();
    }
    Result<JobProfile> job = plannedJob(described->job, hardware);
    if (!job)
        return job.error();
    Result<PlannedStep> step = plannedStep(described->job, hardware);
    if (!step)
        return step.error();
    std::optional<PlannedMemory> turning = turningMemory(*described);
    const bool isOwnMemory = turning.has_value();
    if (turning)
        step.value().memory = *std::move(turning);
    OrderStart start {&*m_source.job, std::move(described->rest), {}, std::move(described->assumptions), {}};
    start.knobs.measuredOn.reset();
    start.made = std::make_shared<const JobProfile>(std::move(job).value());
    Knobs sizes = structure;
    sizes.measuredOn.reset();
    const std::optional<MeasuredMemory> run = memoryOn(hardware);
    start.described = std::make_shared<const DescribedOrder>(DescribedOrder {std::move(described->job),
        std::move(step).value(), isOwnMemory, run, run && sizes == Knobs()});
    return start;
}

Result<OrderStart> StepOrders::startOf(const Knobs& structure, const Hardware& hardware) const
{
    if (!m_source.job)
        return *m_source.whyNoJob;
    if (m_source.description)
        return planned(structure, hardware);
    const JobProfile& own = *m_source.job;
    OrderStart start {&own, structure, {}, {}, {}};
    start.knobs.measuredOn.reset();
    if (m_source.kind != SimulationSource::Kind::RunLog)
        return start;
    JobProfile asked;
    static_cast<JobFacts&>(asked) = own;
    asked.assumptions.clear();
    if (std::optional<Error> error = chooseGroupSizes(asked, own, structure))
        return *std::move(error);
    if (const JobProfile* nearest = nearestMeasured(asked, own, m_source.others)) {
        start.from = nearest;
    } else if (std::optional<ShardedLog> sharded = shardedLike(asked, own, m_source.others)) {
        start.from = sharded->from;
        start.made = std::make_shared<const JobProfile>(std::move(sharded->job));
    } else {
        return refusal(
            say("What stages with {} tensor-parallel ranks would take is unknown: the log {} times layers with {}, and "
                "states neither their shapes nor what they communicate.",
                asked.tensor, own.name, own.tensor),
            say("Open it together with a log of the same model and GPUs with TP {} and {} samples per microbatch: logs "
                "of one folder are used together.",
                asked.tensor, own.microbatchSize));
    }
    if (asked.data > 1 && asked.data != start.from->data && start.from->model.parameters <= 0) {
        return refusal(
            say("What {} replicas would exchange is unknown: the log {} does not state the parameters of its "
                "model.",
                asked.data, start.from->name),
            say("Keep the lines at the start of the log, where they are stated."));
    }
    if (asked.data > 1 && start.from->data == 1) {
        start.assumptions.emplace_back(
            say("The log does not time the exchange of gradients between replicas: none is counted."));
    }
    if (start.from == &own && !start.made)
        return start;
    start.knobs.tensor = asked.tensor;
    start.knobs.stages = asked.stages;
    start.knobs.data = asked.data;
    start.knobs.expert = asked.expert;
    start.knobs.microbatches = asked.microbatches;
    if (start.made || haveSameLayout(*start.from, asked))
        start.assumptions.insert(start.assumptions.begin(), asked.assumptions.begin(), asked.assumptions.end());
    if (!start.made) {
        start.assumptions.emplace_back(
            say("Layers with {} tensor-parallel ranks take what the log {} measured.", asked.tensor, start.from->name));
    }
    return start;
}

Result<StepOrder> StepOrders::asMeasured(const JobProfile& job, const Pricing& pricing) const
{
    Result<StructuredJob> made = structured(job, {}, pricing);
    if (!made)
        return made.error();
    Result<StepGraph> graph = buildStep(*made, pricing, {}, false);
    if (!graph)
        return graph.error();
    StepOrder order;
    order.graph = std::move(graph).value();
    order.job = std::move(made->job);
    order.from = &job;
    return order;
}

Result<StepOrder> StepOrders::make(const Knobs& structure, const Pricing& pricing, const ProgressFn& progress,
    bool isDrawn, const JobReading& reading) const
{
    StepOrder order;
    order.structure = structure;
    if (m_source.step && isReplayed(structure)) {
        order.isReplay = true;
        if (m_source.job) {
            order.job = *m_source.job;
            order.from = &*m_source.job;
        }
        const bool blocks = structure.blockingSends.value_or(true);
        Result<StepGraph> graph = blocks ? replayOf(m_source.step, *m_source.run, progress, isDrawn)
                                         : nonBlockingReplayOf(m_source.step, *m_source.run, progress, isDrawn);
        if (!graph)
            return graph.error();
        order.graph = std::move(graph).value();
        return order;
    }
    Result<OrderStart> start = startOf(structure, pricing.hardware);
    if (!start)
        return start.error();
    const JobProfile* job = &start->job(); // of thousands of ranks: copied where it changes only
    JobProfile changed;
    Knobs& rest = start->knobs;
    if (m_source.table && structure.layers) {
        TableOptions options;
        options.layers = rest.layers;
        Result<JobProfile> ofTable = profileOfTable(*m_source.table, options);
        if (!ofTable)
            return ofTable.error();
        changed = std::move(ofTable).value();
        changed.gpusAreGiven = m_source.job->gpusAreGiven;
        job = &changed;
        rest.layers.reset();
    }
    const bool readsOtherwise = reading.doubted != JobReading::Doubted::AsUsual && !job->doubtedRanks.empty();
    if (job->expertGuess != reading.experts || readsOtherwise || reading.slowAreSlower) {
        if (job != &changed)
            changed = *job;
        changed.expertGuess = reading.experts;
        if (readsOtherwise) {
            if (reading.doubted == JobReading::Doubted::SlowButLast)
                changed.doubtedRanks = doubtedBeforeLast(changed);
            changed.slowRanks = mergedSlowRanks(changed.slowRanks, std::exchange(changed.doubtedRanks, {}));
        }
        if (reading.slowAreSlower) {
            for (SlowRank& rank : changed.slowRanks)
                rank.factor *= 1 + rank.error;
        }
        job = &changed;
    }
    Result<StructuredJob> made = rest.schedule == ScheduleKind::ZbAuto ? shortestOrder(*job, rest, pricing, progress)
                                                                       : structured(*job, rest, pricing);
    if (!made)
        return made.error();
    Result<StepGraph> graph = buildStep(*made, pricing, progress, isDrawn);
    if (!graph)
        return graph.error();
    order.graph = std::move(graph).value();
    order.job = std::move(made->job);
    order.job.assumptions.insert(order.job.assumptions.end(), start->assumptions.begin(), start->assumptions.end());
    order.from = start->from;
    order.described = std::move(start->described);
    return order;
}

Result<StepOrder*> StepOrders::under(const Knobs& knobs, const Pricing& pricing, std::string_view ownMachine,
    const ProgressFn& progress, bool isDrawn) const
{
    Knobs structure = withoutOwnValues(knobs, ownMachine);
    Knobs rest = structure;
    rest.measuredOn.reset();
    if (m_source.step && rest == Knobs())
        structure = {}; // as it was recorded, wherever
    std::optional<StepOrder>& place = structure == Knobs() ? m_untouched : m_last;
    // The opened step is drawn sooner or later.
    isDrawn = isDrawn || &place == &m_untouched;
    if (!place || place->structure != structure || (isDrawn && !place->graph.isDrawn)) {
        // Memory may not suffice for two large ones at once; of small ones, the next takes the room of the last but
        // one, which costs less than room that is new.
        constexpr size_t mostBeside = 1'000'000;
        if (place && place->graph.nodes.size() > mostBeside)
            place.reset();
        Result<StepOrder> made = make(structure, pricing, progress, isDrawn);
        if (!made)
            return made.error();
        place = std::move(made).value();
    }
    return &*place;
}

} // namespace bubblescope
