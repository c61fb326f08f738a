// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plannedstep.h"

#include "plannedwork.h"
#include "refusal.h"
#include "roundedtime.h"
#include "trainingframework.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 4> planLimitKeys {"compute", "bubble", "network", "memory"};

/// Of a model piece or a whole stage, ns for a microbatch.
struct PieceTimes {
    PlannedPart::Times forward;
    PlannedPart::Times backward;
    double all() const { return forward.all() + backward.all(); }
    double compute() const { return forward.compute + backward.compute; }
    double exposed() const { return forward.exposed + backward.exposed; }
    void add(const PlannedPart& part)
    {
        forward.compute += part.forwardTimes.compute;
        forward.exposed += part.forwardTimes.exposed;
        backward.compute += part.backwardTimes.compute;
        backward.exposed += part.backwardTimes.exposed;
    }
    void add(const PieceTimes& more)
    {
        forward.compute += more.forward.compute;
        forward.exposed += more.forward.exposed;
        backward.compute += more.backward.compute;
        backward.exposed += more.backward.exposed;
    }
};

/// The passes of all stages under a schedule, by closed formulas.
class PipelineFormula {
public:
    PipelineFormula(std::vector<PieceTimes> pieces, const PlannedWork& work)
        : m_pieces(std::move(pieces)), m_work(work), m_stages(size_t(work.stages()))
    {
        m_whole.resize(m_stages);
        for (size_t piece = 0; piece < m_pieces.size(); ++piece)
            m_whole[piece % m_stages].add(m_pieces[piece]);
    }

    const std::vector<PieceTimes>& stages() const { return m_whole; }
    const PieceTimes& piece(size_t number) const { return m_pieces[number]; }

    /// From the first pass to the last, where a message takes so long.
    double passesNs(double messageNs) const
    {
        const double m = m_work.microbatches();
        if (m_stages == 1)
            return m * m_whole[0].all();
        const double longest = longestOf(m_whole);
        if (m_pieces.size() > m_stages) {
            // Chunks of all stages follow one another; a piece of the first and last microbatches is what others wait for.
            return m * longest + double(m_stages - 1) * (longestOf(m_pieces) + 2 * messageNs);
        }
        // The fullest stage, before and behind which one microbatch passes the others, or, where answers are awaited,
        // neighbours that take turns.
        double most = 0;
        double path = 0;
        for (size_t stage = 0; stage < m_stages; ++stage) {
            most = std::max(most, path + m * m_whole[stage].all());
            path += m_whole[stage].all() + 2 * messageNs;
        }
        path -= 2 * messageNs;
        return std::max(most, path + (m - 1) * periodNs(messageNs));
    }

    /// No order of whole passes has a shorter step. A stage begins with a forward pass, before which one microbatch
    /// passed all pieces before the stage's first; it does its passes one after the other; and it ends with a backward
    /// pass, behind which that microbatch passes those pieces back and the first stage ends its step, while this one
    /// ends its own. `ends`: what each stage does after its last pass.
    double leastNs(const std::vector<double>& ends) const
    {
        double least = 0;
        double forward = 0;
        double backward = 0;
        for (size_t stage = 0; stage < m_stages; ++stage) {
            const double behind = std::max(ends[stage], backward + ends.front());
            least = std::max(least, forward + m_work.microbatches() * m_whole[stage].all() + behind);
            forward += m_pieces[stage].forward.all();
            backward += m_pieces[stage].backward.all();
        }
        return least;
    }

private:
    static double longestOf(const std::vector<PieceTimes>& pieces)
    {
        double longest = 0;
        for (const PieceTimes& piece : pieces)
            longest = std::max(longest, piece.all());
        return longest;
    }

    /// Of 1F1B in its steady state: stages from one to another pass as many microbatches as they are in the time in
    /// which one goes through them and back.
    double periodNs(double messageNs) const
    {
        double longest = 0;
        for (size_t first = 0; first < m_stages; ++first) {
            double sum = 0;
            for (size_t last = first; last < m_stages; ++last) {
                const double apart = double(last - first);
                sum += m_whole[last].all();
                longest = std::max(longest, (sum + 2 * messageNs * apart) / (apart + 1));
            }
        }
        return longest;
    }

    std::vector<PieceTimes> m_pieces;
    const PlannedWork& m_work;
    size_t m_stages;
    std::vector<PieceTimes> m_whole;
};

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
double exposedReductionNs(const PlannedWork& work, const PipelineFormula& pipeline, int stage)
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
            clock += (std::min(double(work.microbatches()), double(stages)) - 1) * pipeline.piece(piece).backward.all();
        if (piece + 1 == pieces)
            pass(work.head());
        for (int layer = work.firstLayers()[piece + 1]; layer-- > work.firstLayers()[piece];)
            pass(work.layer(layer));
        if (piece == 0)
            pass(work.embedding());
    }
    return std::max(stream - clock, 0.0);
}

/// Model FLOPs of a step over what all GPUs could do in its time.
double flopsShare(const JobDescription& job, const Hardware& hardware, double tokensPerSecondPerGpu)
{
    const double flops = modelFlopsPerToken(job.model, *job.layout.sequence) * tokensPerSecondPerGpu;
    return hardware.peakFlops > 0 ? flops / hardware.peakFlops : 0;
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
        flops += layer(model.experts > 0 && number >= model.denseLayers, model.isWindowed(number));
    const double width = model.hidden;
    flops += model.nextTokenLayers * (layer(model.experts > 0, false) + 4 * width * width + 2 * model.headParameters());
    return forwardAndBackward * flops;
}

Result<PlannedStep> plannedStep(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
{
    const Result<PlannedWork> made = PlannedWork::make(job, hardware, calibration);
    if (!made)
        return made.error();
    const PlannedWork& work = *made;
    const PipelineFormula pipeline(timesOfPieces(work), work);

    PlannedStep step;
    const std::vector<PieceTimes>& stages = pipeline.stages();
    const auto fullest = std::max_element(stages.begin(), stages.end(),
        [](const PieceTimes& a, const PieceTimes& b) { return a.all() < b.all(); });
    step.computeNs = work.microbatches() * fullest->compute();
    step.tensorNs = work.microbatches() * fullest->exposed();
    const double withoutMessages = pipeline.passesNs(0);
    step.bubbleNs = std::max(withoutMessages - work.microbatches() * fullest->all(), 0.0);
    step.pipelineNs = pipeline.passesNs(work.messageNs()) - withoutMessages;

    // Stages end one after the other, the first one last; what follows may take longer on another.
    double last = 0;
    double earlier = 0;
    for (int stage = 0; stage < work.stages(); ++stage) {
        const PlannedEnd end = work.end(stage);
        const double data = end.reduceNs + end.gatherNs + exposedReductionNs(work, pipeline, stage);
        if (stage == 0 || data + end.optimizerNs - earlier > last) {
            last = data + end.optimizerNs - earlier;
            step.optimizerNs = end.optimizerNs;
            step.dataNs = data - earlier;
        }
        earlier += stages[size_t(stage)].backward.all() + work.messageNs();
    }
    if (step.dataNs < 0) {
        step.optimizerNs += step.dataNs;
        step.dataNs = 0;
    }
    step.optimizerNs += work.stepNs();

    std::vector<double> ends;
    for (int stage = 0; stage < work.stages(); ++stage) {
        const PlannedEnd end = work.end(stage);
        ends.push_back(end.reduceNs + end.gatherNs + end.optimizerNs + work.stepNs());
    }
    step.leastNs = pipeline.leastNs(ends);

    // Until it is told otherwise: what a model of whole steps is off by.
    constexpr double usualError = 0.12;
    constexpr double calibratedError = 0.06;
    const double error = calibration.isMeasured() ? calibratedError : usualError;
    step.lowNs = step.stepNs() * (1 - error);
    step.highNs = step.stepNs() * (1 + error);

    step.memory = plannedMemory(job.model, job.layout, memoryHabitsOf(job));
    step.fits = step.memory && (hardware.memoryBytes <= 0 || step.memory.fullest().totalBytes() <= hardware.memoryBytes);
    const double network = step.tensorNs + step.pipelineNs + step.dataNs;
    // The least compute is that of stages without bubbles or communication.
    step.limit = !step.fits ? PlanLimit::Memory
        : step.bubbleNs > network && step.bubbleNs > step.computeNs / 10 ? PlanLimit::Bubble
        : network > step.computeNs / 10                                  ? PlanLimit::Network
                                                                         : PlanLimit::Compute;
    const double tokens = double(*job.layout.globalBatch) * *job.layout.sequence;
    step.tokensPerSecondPerGpu = tokens / *job.layout.gpus / step.stepNs() * nsPerSecond;
    step.mfu = flopsShare(job, hardware, step.tokensPerSecondPerGpu);
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
    double parameters = 0;
    const auto addForward = [&](const PlannedPart& part, int layer) {
        addPieces(made.forward, part.forward, layer);
        parameters += part.parameters;
    };
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

    const PlannedEnd once = work.end(stage);
    const bool isDivided = *job.layout.shard >= StateSharding::Optimizer;
    const double gradient = job.layout.gradientBytes.value_or(4);
    if (once.reduceNs > 0)
        made.finalize.push_back(endTransfer(
            isDivided ? Operation::ReduceScatter : Operation::AllReduce, once.reduceNs, gradient * parameters));
    made.optimizer.push_back(endPiece("optimizer", once.optimizerNs, ComputeClass::MemoryBound));
    if (once.gatherNs > 0)
        made.optimizer.push_back(endTransfer(Operation::AllGather, once.gatherNs, 2 * parameters));
    if (work.stepNs() > 0)
        made.optimizer.push_back(endPiece("step", work.stepNs(), ComputeClass::Host));
    return made;
}

} // namespace

Result<JobProfile> plannedJob(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
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
    return profile;
}

} // namespace bubblescope
