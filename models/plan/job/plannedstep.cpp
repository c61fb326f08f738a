// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plannedstep.h"

#include "computehabits.h"
#include "measuretext.h"
#include "passtimes.h"
#include "plannedwork.h"
#include "refusal.h"
#include "roundedtime.h"
#include "schedule.h"
#include "throughput.h"
#include "trainingframework.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 4> planLimitKeys {"compute", "bubble", "network", "memory"};

/// Of a model piece or a whole stage, ns for a microbatch.
struct PieceTimes {
    double forward = 0;
    double backward = 0; ///< both gradients
    double weights = 0;  ///< of them, those of weights
    double exposed = 0;  ///< communication in them
    double all() const { return forward + backward; }
    void add(const PlannedPart& part)
    {
        forward += part.forwardTimes.all();
        backward += part.backwardTimes.all();
        weights += part.weightNs;
        exposed += part.forwardTimes.exposed + part.backwardTimes.exposed;
    }
    void add(const PieceTimes& more)
    {
        forward += more.forward;
        backward += more.backward;
        weights += more.weights;
        exposed += more.exposed;
    }
};

/// When the ranks of a pipeline end their last pass, ns from the first; empty if there is no such schedule.
using PipelineEnds = std::vector<double>;

/// The passes of all stages under their schedule. Of many microbatches so many are timed that the rest repeats the last
/// ones.
class PassFormula {
public:
    PassFormula(std::vector<PieceTimes> pieces, const PlannedWork& work)
        : m_pieces(std::move(pieces)), m_work(work), m_stages(size_t(work.stages()))
    {
        m_whole.resize(m_stages);
        for (size_t piece = 0; piece < m_pieces.size(); ++piece)
            m_whole[piece % m_stages].add(m_pieces[piece]);
    }

    const std::vector<PieceTimes>& stages() const { return m_whole; }
    const PieceTimes& piece(size_t number) const { return m_pieces[number]; }

    /// Where a message takes so long.
    PipelineEnds ends(double messageNs) const
    {
        const int m = m_work.microbatches();
        if (m_stages == 1)
            return {m * m_whole[0].all()};
        // So many rounds, of as many microbatches as there are stages, are timed until one takes as long as the one
        // before. Stages of different length take some; orders that never settle are near enough after the last.
        constexpr int fewRounds = 4;
        constexpr int mostRounds = 16;
        const auto period = int64_t(m_stages);
        for (int64_t rounds = fewRounds; m > (rounds + 1) * period; rounds *= 2) {
            const int timed = int(rounds * period + m % period);
            PipelineEnds ends = endsOf(timed, messageNs);
            const PipelineEnds before = endsOf(int(timed - period), messageNs);
            if (ends.empty())
                return ends;
            if (before.size() != ends.size())
                break; // an order that fewer microbatches do not have
            if (rounds < mostRounds && !isSteady(endsOf(int(timed - 2 * period), messageNs), before, ends))
                continue;
            for (size_t rank = 0; rank < ends.size(); ++rank)
                ends[rank] += (ends[rank] - before[rank]) / double(period) * (m - timed);
            return ends;
        }
        return endsOf(m, messageNs);
    }

private:
    /// All ranks end each round as long after the one before. Ends are whole ns.
    static bool isSteady(const PipelineEnds& first, const PipelineEnds& second, const PipelineEnds& third)
    {
        for (size_t rank = 0; rank < third.size(); ++rank) {
            if (rank >= first.size() || third[rank] - second[rank] != second[rank] - first[rank])
                return false;
        }
        return true;
    }

    PipelineEnds endsOf(int microbatches, double messageNs) const
    {
        ScheduleRequest request;
        request.kind = scheduleFromKey(m_work.job().layout.schedule).value_or(ScheduleKind::OneFOneB);
        request.ranks = int(m_stages);
        request.microbatches = microbatches;
        request.chunks = m_work.chunks();
        PassCosts costs = PassCosts::uniform(request.modelStages(), 0, 0, 0, roundedNs(messageNs));
        for (size_t piece = 0; piece < m_pieces.size() && piece < costs.forward.size(); ++piece) {
            // Both parts of a backward pass are rounded together: a shorter pass never comes out longer.
            costs.forward[piece] = roundedNs(m_pieces[piece].forward);
            costs.weightGradient[piece] = roundedNs(m_pieces[piece].weights);
            costs.inputGradient[piece] = roundedNs(m_pieces[piece].backward) - costs.weightGradient[piece];
        }
        if (scheduleInfo(request.kind).followsCosts)
            request.costs = costs;
        const Result<Schedule> schedule = makeSchedule(request);
        if (!schedule)
            return {};
        const std::optional<PassTimes> times = timePasses(*schedule, costs);
        if (!times)
            return {};
        PipelineEnds ends;
        for (const std::vector<TimeRange>& ranges : times->ranges)
            ends.push_back(ranges.empty() ? 0 : double(ranges.back().end));
        return ends;
    }

    std::vector<PieceTimes> m_pieces;
    const PlannedWork& m_work;
    size_t m_stages;
    std::vector<PieceTimes> m_whole;
};

double lastOf(const PipelineEnds& ends) { return ends.empty() ? 0 : *std::max_element(ends.begin(), ends.end()); }

std::vector<PieceTimes> timesOfPieces(const PlannedWork& work)
{
    const size_t count = work.firstLayers().size() - 1;
    std::vector<PieceTimes> pieces(count);
    for (size_t piece = 0; piece < count; ++piece) {
        for (int layer = work.firstLayers()[piece]; layer < work.firstLayers()[piece + 1]; ++layer)
            pieces[piece].add(work.layer(layer));
    }
    pieces.front().add(work.embedding());
    pieces.back().add(work.head());
    for (int stage = 0; stage < work.stages(); ++stage)
        pieces[size_t(stage)].backward += work.allocatorNs(stage);
    return pieces;
}

double reductionNs(const PlannedWork& work, const PlannedPart& part)
{
    double ns = 0;
    for (const WorkPiece& piece : work.reduction(part))
        ns += piece.ns;
    return ns;
}

/// How long gradients that are reduced beside the last backward passes of a stage last beyond them: each part's go as
/// soon as its pass has ended and the ones before have gone.
double exposedReductionNs(const PlannedWork& work, const PassFormula& pipeline, int stage)
{
    const size_t pieces = work.firstLayers().size() - 1;
    const auto stages = size_t(work.stages());
    double clock = 0;
    double stream = 0;
    const auto pass = [&](const PlannedPart& part) {
        clock += part.backwardTimes.all();
        if (const double ns = reductionNs(work, part); ns > 0)
            stream = std::max(stream, clock) + ns;
    };
    for (size_t chunk = pieces / stages; chunk-- > 0;) {
        const size_t piece = chunk * stages + size_t(stage);
        if (chunk + 1 < pieces / stages)
            clock += (std::min(double(work.microbatches()), double(stages)) - 1) * pipeline.piece(piece).backward;
        if (piece + 1 == pieces)
            pass(work.head());
        for (int layer = work.firstLayers()[piece + 1]; layer-- > work.firstLayers()[piece];)
            pass(work.layer(layer));
        if (piece == 0)
            pass(work.embedding());
    }
    return std::max(stream - clock, 0.0);
}

double nodesOf(const PlannedLayout& layout) { return std::ceil(double(*layout.gpus) / *layout.gpusPerNode); }

bool isFrameworkGuessed(const JobDescription& job)
{
    return std::any_of(job.assumed.begin(), job.assumed.end(),
        [](const AssumedValue& assumed) { return assumed.field == "framework"; });
}

/// By how much messages between nodes may make a microbatch late, ns: those of a stage that has one on both sides, or
/// on one. Steps without a pipeline were as late. A run that was measured tells of its own nodes; where the framework
/// is a guess, nothing of it is known that is no property of its model.
double lateNs(const JobDescription& job)
{
    const ComputeHabits& habits = computeHabits(frameworkOf(job));
    if (habits.followedNodes <= 0 || nodesOf(job.layout) <= habits.followedNodes || job.calibration
        || isFrameworkGuessed(job))
        return 0;
    return habits.lateMessageNs * (*job.layout.stages == 2 ? 2 : 4);
}

/// By how much a step may take longer than it would on few nodes, ns.
double ofNodesNs(const JobDescription& job, double stepNs)
{
    const double doublings = std::max(std::log2(nodesOf(job.layout) / fewNodes), 0.0);
    return computeHabits(frameworkOf(job)).longerPerDoubling * doublings * stepNs
        + *job.layout.microbatches * lateNs(job);
}

/// Within which share of a step on the short side four of five lie. Where nanotron is a guess, the job may run as
/// another: 12 dense models of Megatron on B200 (SimuMax) took 0.68 to 0.88 of what they would as nanotron.
double shorterShare(const JobDescription& job, double error)
{
    const bool mayBeAnother
        = frameworkOf(job) == TrainingFramework::Nanotron && isFrameworkGuessed(job) && !job.calibration;
    return mayBeAnother ? std::max(error, genericHabits.error) : error;
}

/// What is longer than modelled was taken for compute: it may as well have been communication. Steps of the run that
/// calibrates differ. And the farther its GPUs and kernels are from those that are modelled, the less sizes tell of
/// them: calibrated by each other for H100, two logs of one V100 cluster (bigscience-workshop/bigscience; TP 4 PP 16
/// and TP 4 PP 4, factors 7.6 and 6.0) are off by 0.12 and 0.13 for each factor of e.
void addCalibrationRange(PlannedStep& step, const JobCalibration& calibration, double error)
{
    const double network = step.tensorNs + step.pipelineNs + step.dataNs;
    const double rest = step.stepNs() - network;
    const double ofWhole = calibration.wholeFactor * (rest / calibration.computeFactor + network) - step.stepNs();
    constexpr double ofForeign = 0.2;
    error = std::hypot(error, ofForeign * std::abs(std::log(calibration.computeFactor)) * rest);
    const double ofFast = rest * (1 - calibration.least / calibration.computeFactor);
    const double ofSlow = rest * (calibration.most / calibration.computeFactor - 1);
    step.lowNs = std::max(step.stepNs() - std::hypot(error, ofFast, std::min(ofWhole, 0.0)), 0.0);
    step.highNs = step.stepNs() + std::hypot(error, ofSlow, std::max(ofWhole, 0.0)) + step.ofNodesNs;
}

} // namespace

std::string_view planLimitKey(PlanLimit limit) { return planLimitKeys[size_t(limit)]; }

double modelFlopsPerToken(const ModelDescription& model, int sequence)
{
    constexpr double forwardAndBackward = 3;
    constexpr double causalShare = 0.5;
    const auto layer = [&](bool withExperts, bool isWindowed) {
        double attended = causalShare * sequence;
        if (isWindowed)
            attended = std::min(attended, double(model.slidingWindow));
        return 2 * model.passedMatrices(withExperts) + 2 * attended * (model.queryWidth() + model.valueWidth());
    };
    double flops = 2 * model.headParameters();
    for (int number = 0; number < model.layers; ++number)
        flops += layer(model.isExpertLayer(number), model.isWindowed(number));
    const double width = model.hidden;
    flops += model.nextTokenLayers * (layer(model.experts > 0, false) + 4 * width * width + 2 * model.headParameters());
    return forwardAndBackward * flops;
}

Result<PlannedStep> plannedStep(const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
{
    const Result<PlannedWork> made = PlannedWork::make(job, hardware, calibration);
    if (!made)
        return made.error();
    const PlannedWork& work = *made;
    const PassFormula pipeline(timesOfPieces(work), work);
    const PipelineEnds ends = pipeline.ends(work.messageNs());
    if (ends.empty())
        return refusal(say("The schedule {} does not fit {} stages and {} microbatches.", job.layout.schedule,
            work.stages(), work.microbatches()));

    PlannedStep step;
    const std::vector<PieceTimes>& stages = pipeline.stages();
    const auto fullest = std::max_element(
        stages.begin(), stages.end(), [](const PieceTimes& a, const PieceTimes& b) { return a.all() < b.all(); });
    const double busy = work.microbatches() * fullest->all();
    step.tensorNs = work.microbatches() * fullest->exposed;
    step.computeNs = busy - step.tensorNs;
    const double withMessages = lastOf(ends);
    const double withoutMessages = work.stages() > 1 ? std::min(lastOf(pipeline.ends(0)), withMessages) : withMessages;
    step.bubbleNs = std::max(withoutMessages - busy, 0.0);
    step.pipelineNs = withMessages - std::max(withoutMessages, busy);

    // Ranks end one after the other; the one whose gradients and optimizer take it farthest ends the step.
    double beyond = 0;
    PlannedEnd::Offload offload;
    for (int stage = 0; stage < work.stages(); ++stage) {
        const PlannedEnd end = work.end(stage);
        const double data = end.reduceNs + end.gatherNs + exposedReductionNs(work, pipeline, stage);
        const double after = ends[size_t(stage)] + data + end.wholeOptimizerNs() - withMessages;
        if (after <= beyond)
            continue;
        beyond = after;
        offload = end.offload;
        step.optimizerNs = std::min(end.wholeOptimizerNs(), after);
        step.dataNs = after - step.optimizerNs;
    }
    step.optimizerNs += work.stepNs();

    const ComputeHabits& habits = habitsOfError(frameworkOf(job), job.calibration.has_value());
    const bool isOfFew = job.layout.precision == Precision::Fp8 || job.model.experts > 0;
    const double share = isOfFew ? habits.errorOfFew : habits.error;
    const double error = share * step.stepNs();
    step.ofNodesNs = ofNodesNs(job, step.stepNs());
    step.lowNs = step.stepNs() * (1 - shorterShare(job, share));
    step.highNs = step.stepNs() + error + step.ofNodesNs;
    if (job.calibration)
        addCalibrationRange(step, *job.calibration, error);

    step.memory = work.memory();
    step.fits = work.fits();
    // Rates of hosts were not compared with any run: its parts may run beside each other, or take twice as long.
    step.lowNs = std::max(step.lowNs - (offload.all() - offload.longest()), 0.0);
    step.highNs += offload.all();
    const double network = step.tensorNs + step.pipelineNs + step.dataNs;
    // The least compute is that of stages without bubbles or communication.
    step.limit = !step.fits                                              ? PlanLimit::Memory
        : step.bubbleNs > network && step.bubbleNs > step.computeNs / 10 ? PlanLimit::Bubble
        : network > step.computeNs / 10                                  ? PlanLimit::Network
                                                                         : PlanLimit::Compute;
    const StepThroughput throughput = stepThroughput(job, step.stepNs(), hardware.peakFlops);
    step.tokensPerSecondPerGpu = throughput.tokensPerSecondPerGpu;
    step.mfu = throughput.mfu;
    return step;
}

namespace {

void addPieces(Work& to, const Work& more, int layer = -1)
{
    for (const WorkPiece& piece : more) {
        to.push_back(piece);
        to.back().layer = layer;
    }
}

WorkPiece endPiece(const char* name, double ns, ComputeClass computeClass)
{
    WorkPiece piece;
    piece.name = name;
    piece.ns = ns;
    piece.computeClass = computeClass;
    piece.category = Category::Optimizer;
    return piece;
}
WorkPiece endTransfer(Operation operation, double ns, double bytes)
{
    WorkPiece piece;
    piece.ns = ns;
    piece.operation = operation;
    piece.category = Category::DataComm;
    piece.bytes = bytes;
    return piece;
}

/// The work of one model piece; the first of a rank also has what the stage does once a step.
RankWork workOfPiece(const PlannedWork& work, size_t piece, bool splitsBackward)
{
    RankWork made;
    const JobDescription& job = work.job();
    const int stage = work.stageOfPiece(piece);
    const size_t pieces = work.firstLayers().size() - 1;
    made.stage = int(piece);
    made.rank = stage * (*job.layout.gpus / work.stages());
    const auto addForward = [&](const PlannedPart& part, int layer) { addPieces(made.forward, part.forward, layer); };
    const auto addBackward = [&](const PlannedPart& part, int layer) {
        addPieces(made.backward, part.backward, layer);
        Work& weights = splitsBackward ? made.weightGradient : made.backward;
        addPieces(weights, part.weights, layer);
        addPieces(weights, work.reduction(part), layer);
    };
    const int first = work.firstLayers()[piece];
    const int end = work.firstLayers()[piece + 1];
    if (piece == 0)
        addForward(work.embedding(), -1);
    for (int layer = first; layer < end; ++layer)
        addForward(work.layer(layer), layer);
    if (piece + 1 == pieces) {
        addForward(work.head(), -1);
        addBackward(work.head(), -1);
    }
    for (int layer = end; layer-- > first;)
        addBackward(work.layer(layer), layer);
    if (piece == 0)
        addBackward(work.embedding(), -1);
    if (piece >= size_t(work.stages()))
        return made;
    if (const double ns = work.allocatorNs(stage); ns > 0) {
        made.backward.push_back(endPiece("allocator", ns, ComputeClass::Host));
        made.backward.back().category = Category::Backward;
    }

    const PlannedEnd once = work.end(stage);
    const bool isDivided = *job.layout.shard >= StateSharding::Optimizer;
    const double parameters = once.parameters.all();
    const double gradient = job.layout.gradientBytes.value_or(4);
    if (once.reduceNs > 0)
        made.finalize.push_back(endTransfer(
            isDivided ? Operation::ReduceScatter : Operation::AllReduce, once.reduceNs, gradient * parameters));
    made.optimizer.push_back(endPiece("optimizer", once.optimizerNs, ComputeClass::MemoryBound));
    if (once.offload.all() > 0) {
        made.optimizer.push_back(endPiece("gradients_to_host", once.offload.gradientsNs, ComputeClass::Host));
        made.optimizer.push_back(endPiece("host_optimizer", once.offload.updateNs, ComputeClass::Host));
        made.optimizer.push_back(endPiece("weights_from_host", once.offload.weightsNs, ComputeClass::Host));
    }
    if (once.gatherNs > 0)
        made.optimizer.push_back(endTransfer(Operation::AllGather, once.gatherNs, 2 * parameters));
    if (work.stepNs() > 0)
        made.optimizer.push_back(endPiece("step", work.stepNs(), ComputeClass::Host));
    return made;
}

} // namespace

Result<JobProfile> plannedJob(const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
{
    const Result<PlannedWork> made = PlannedWork::make(job, hardware, calibration);
    if (!made)
        return made.error();
    const PlannedWork& work = *made;
    const PlannedLayout& layout = job.layout;
    JobProfile profile;
    profile.name = job.model.name.empty() ? job.file : job.model.name;
    profile.origin = Origin::Modelled;
    profile.tensor = *layout.tensor;
    // Ranks that share a sequence are replicas of the weights.
    profile.data = work.replicas();
    profile.expert = std::min(*layout.expert, profile.data);
    profile.stages = work.stages();
    profile.chunks = work.chunks();
    profile.microbatches = work.microbatches();
    profile.microbatchSize = *layout.microbatchSize;
    profile.ranksPerNode = *layout.gpusPerNode;
    profile.schedule = scheduleFromKey(layout.schedule).value_or(ScheduleKind::OneFOneB);
    profile.blockingSends = false;
    profile.replicasAreAlike = true;
    profile.layersOfStage = layout.layersOfPieces;
    profile.messageBytes = work.stages() > 1 ? work.messageBytes() : -1;
    profile.messageNs = work.stages() > 1 ? work.messageNs() : -1;
    profile.hiddenSize = job.model.hidden;
    profile.hasExperts = job.model.experts > 0;
    profile.model = {job.model.name, job.model.parameters(),
        job.model.passedMatrices(job.model.experts > 0 && job.model.denseLayers == 0), job.model.headParameters()};
    const bool splitsBackward = scheduleInfo(profile.schedule).splitsBackward;
    for (size_t piece = 0; piece < layout.layersOfPieces.size(); ++piece)
        profile.ranks.push_back(workOfPiece(work, piece, splitsBackward));
    for (const AssumedValue& assumed : job.assumed)
        profile.assumptions.emplace_back(say("{} = {}: {}.", assumed.field, assumed.value, assumed.why));
    if (const double late = lateNs(job); late > 0) {
        profile.assumptions.emplace_back(
            say("Measured runs of this framework on more than {} nodes took up to {} longer a microbatch, as messages "
                "between nodes were late: the range holds it.",
                computeHabits(frameworkOf(job)).followedNodes, timeText(late)));
    }
    return profile;
}

} // namespace bubblescope
