// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plantimer.h"

#include "refusal.h"
#include "roundedtime.h"
#include "stepbuilder.h"
#include "steptimer.h"
#include "structuredjob.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Compute as one piece, communication as another, each between two that run beside it. Times of communication are
/// rounded one by one, as the simulator does it.
Work withPartsFolded(const Work& work)
{
    Work fewer;
    WorkPiece compute;
    WorkPiece transfer;
    const auto flush = [&] {
        if (compute.ns > 0)
            fewer.push_back(compute);
        if (transfer.isCommunication())
            fewer.push_back(transfer);
        compute = {};
        transfer = {};
    };
    for (const WorkPiece& piece : work) {
        if (piece.isAsynchronous) {
            flush();
            fewer.push_back(piece);
        } else if (!piece.isCommunication()) {
            compute.ns += piece.ns;
        } else if (piece.ns > 0) {
            const double before = transfer.isCommunication() ? transfer.ns : 0;
            transfer = piece;
            transfer.ns = before + double(roundedNs(piece.ns));
        }
    }
    flush();
    return fewer;
}

bool isTimed(const Work& work)
{
    return std::all_of(
        work.begin(), work.end(), [](const WorkPiece& piece) { return piece.ns >= 0 && piece.variation < 0; });
}

/// Of one operation: compute is rounded as a whole, each communication by itself.
class OperationClock {
public:
    void add(const WorkPiece& piece)
    {
        if (piece.isCommunication())
            m_communicated += roundedNs(piece.ns);
        else
            m_computed += piece.ns;
    }
    void add(const Work& work)
    {
        for (const WorkPiece& piece : work) {
            if (!piece.isAsynchronous)
                add(piece);
        }
    }
    TimeNs now() const { return roundedNs(m_computed) + m_communicated; }

private:
    double m_computed = 0;
    TimeNs m_communicated = 0;
};

/// Of a pipeline rank.
struct RankTimes {
    TimeNs forward = 0;
    TimeNs backward = 0;
    TimeNs toEnd = 0; ///< from the begin of its last backward pass
};

RankTimes rankTimesOf(const RankWork& work)
{
    RankTimes times;
    OperationClock forward;
    forward.add(work.forward);
    times.forward = forward.now();

    OperationClock backward;
    TimeNs stream = 0; // gradients, each launched where it stands in the last pass
    for (const Work* part : {&work.backward, &work.weightGradient}) {
        for (const WorkPiece& piece : *part) {
            if (piece.isAsynchronous)
                stream = std::max(stream, backward.now()) + roundedNs(piece.ns);
            else
                backward.add(piece);
        }
    }
    times.backward = backward.now();
    times.toEnd = std::max(times.backward, stream);
    for (const WorkPiece& piece : work.finalize)
        times.toEnd += roundedNs(piece.ns);
    OperationClock optimizer;
    optimizer.add(work.optimizer);
    times.toEnd += optimizer.now();
    return times;
}

/// Nothing that makes a rank wait, but messages, and no time that is not known.
bool isPlain(const Work& work)
{
    return isTimed(work) && std::none_of(work.begin(), work.end(), [](const WorkPiece& piece) {
        return piece.category == Category::OtherComm || piece.category == Category::EmbeddingComm;
    });
}
bool isPlain(const RankWork& work)
{
    const auto all = {&work.forward, &work.backward, &work.weightGradient, &work.finalize, &work.optimizer};
    return std::all_of(all.begin(), all.end(), [](const Work* part) { return isPlain(*part); }) && work.getBatch.empty()
        && work.loss.empty() && work.forwardVariation.empty() && work.backwardVariation.empty();
}

/// What the simulator makes of the work of one operation.
class OperationNodes {
public:
    void add(const Work& work, bool launches = false)
    {
        for (const WorkPiece& piece : work) {
            if (!piece.isCommunication()) {
                const bool isMore = m_last && m_last->computeClass == piece.computeClass
                    && m_last->attentionPercent == piece.attentionPercent;
                m_count += isMore ? 0 : 1;
                m_last = &piece;
            } else if (!piece.isAsynchronous || launches) {
                m_count += m_count == 0 ? 1 : 0; // the host's, which launches it
                m_count += 1;                    // on the stream, where it is launched
                m_last = nullptr;
            }
        }
    }
    size_t count() const { return std::max<size_t>(m_count, 1); }

private:
    size_t m_count = 0;
    const WorkPiece* m_last = nullptr; ///< compute that more of the kind is added to
};

size_t workNodesOf(const RankWork& work, size_t microbatches)
{
    OperationNodes forward;
    forward.add(work.forward);
    const auto backward = [&work](bool launches) {
        OperationNodes nodes;
        nodes.add(work.backward, launches);
        nodes.add(work.weightGradient, launches);
        return nodes.count();
    };
    OperationNodes optimizer;
    optimizer.add(work.optimizer);
    const auto isLaunched = [](const WorkPiece& piece) { return piece.isAsynchronous; };
    // Without any work behind it, one waits for the gradients.
    const bool onlyWaits = std::ranges::any_of(work.backward, isLaunched)
        || std::ranges::any_of(work.weightGradient, isLaunched);
    const size_t atEnd = work.finalize.size() + (work.optimizer.empty() ? 0 : optimizer.count());
    return microbatches * forward.count() + (microbatches - 1) * backward(false) + backward(true)
        + (atEnd == 0 && onlyWaits ? 1 : atEnd);
}

bool isPlainOneFOneB(const JobProfile& job)
{
    return job.schedule == ScheduleKind::OneFOneB && job.chunks == 1 && !job.order && !job.blockingSends
        && job.replicasAreAlike && job.ranks.size() == size_t(job.stages) && job.microbatches > 0
        && (job.stages == 1 || (job.messageNs >= 0 && job.messageNsOfLink.empty()))
        && std::all_of(job.ranks.begin(), job.ranks.end(), [](const RankWork& work) { return isPlain(work); });
}

constexpr size_t mostOperations = 12'000'000; // as buildStep()

/// 1F1B: each rank plays on as far as what it is sent allows, then its neighbours.
class OneFOneBPlayer {
public:
    explicit OneFOneBPlayer(const JobProfile& job)
        : m_microbatches(job.microbatches), m_messageNs(roundedNs(job.messageNs)), m_ranks(job.ranks.size())
    {
        for (size_t rank = 0; rank < m_ranks.size(); ++rank) {
            Rank& made = m_ranks[rank];
            made.times = rankTimesOf(job.ranks[rank]);
            made.warmup = int(std::min(m_ranks.size() - 1 - rank, size_t(m_microbatches)));
            made.activations.reserve(rank > 0 ? size_t(m_microbatches) : 0);
            made.gradients.reserve(rank + 1 < m_ranks.size() ? size_t(m_microbatches) : 0);
        }
    }

    /// If nothing ran beside anything else.
    double mostNs() const
    {
        double ns = 0;
        for (const Rank& rank : m_ranks)
            ns += (double(rank.times.forward) + double(rank.times.backward) + 2 * double(m_messageNs)) * m_microbatches
                + double(rank.times.toEnd);
        return ns;
    }

    double stepNs()
    {
        std::vector<size_t> todo {0};
        TimeNs end = 0;
        while (!todo.empty()) {
            const size_t rank = todo.back();
            todo.pop_back();
            bool sendsOn = false;
            bool sendsBack = false;
            while (const std::optional<bool> isForward = playNext(rank))
                (*isForward ? sendsOn : sendsBack) = true;
            if (sendsBack && rank > 0)
                todo.push_back(rank - 1);
            if (sendsOn && rank + 1 < m_ranks.size())
                todo.push_back(rank + 1);
            end = std::max(end, m_ranks[rank].end);
        }
        return double(end);
    }

private:
    struct Rank {
        RankTimes times;
        int warmup = 0;
        std::vector<TimeNs> activations; ///< when each has arrived from the rank before
        std::vector<TimeNs> gradients;   ///< and from the one behind
        TimeNs onLink = 0;               ///< when what was sent on is over
        TimeNs backLink = 0;
        TimeNs free = 0;
        TimeNs end = 0; ///< of its step, once it has played all
        int forwards = 0;
        int backwards = 0;
    };

    /// Whether what was played is a forward pass; nullopt where nothing can be, yet or any more.
    std::optional<bool> playNext(size_t number)
    {
        Rank& rank = m_ranks[number];
        const bool isLast = number + 1 == m_ranks.size();
        const bool isForward = rank.forwards < m_microbatches && rank.forwards - rank.backwards <= rank.warmup;
        if (isForward) {
            if (number > 0 && rank.activations.size() <= size_t(rank.forwards))
                return std::nullopt;
            const TimeNs arrived = number > 0 ? rank.activations[size_t(rank.forwards)] : 0;
            rank.free = std::max(rank.free, arrived) + rank.times.forward;
            ++rank.forwards;
            if (!isLast)
                m_ranks[number + 1].activations.push_back(rank.onLink = std::max(rank.onLink, rank.free) + m_messageNs);
            return true;
        }
        if (rank.backwards == m_microbatches || (!isLast && rank.gradients.size() <= size_t(rank.backwards)))
            return std::nullopt;
        const TimeNs begin = std::max(rank.free, isLast ? 0 : rank.gradients[size_t(rank.backwards)]);
        rank.free = begin + rank.times.backward;
        if (++rank.backwards == m_microbatches)
            rank.end = begin + rank.times.toEnd;
        if (number > 0)
            m_ranks[number - 1].gradients.push_back(rank.backLink = std::max(rank.backLink, rank.free) + m_messageNs);
        return false;
    }

    int m_microbatches;
    TimeNs m_messageNs;
    std::vector<Rank> m_ranks;
};

} // namespace

JobProfile withFewerPieces(JobProfile job)
{
    for (RankWork& rank : job.ranks) {
        for (Work* work : {&rank.forward, &rank.backward, &rank.weightGradient}) {
            if (job.replicasAreAlike && isTimed(*work))
                *work = withPartsFolded(*work);
        }
    }
    return job;
}

size_t operationsOfOneFOneB(const JobProfile& job)
{
    const auto microbatches = size_t(job.microbatches);
    const auto stages = size_t(job.stages);
    size_t messages = 0;
    for (size_t stage = 0; stage < stages; ++stage) {
        // Between a forward and a backward pass, and between that and the next forward pass, two messages are one call.
        const size_t steady = microbatches - std::min(stages - 1 - stage, microbatches);
        if (stage + 1 < stages)
            messages += 2 * microbatches - steady;
        if (stage > 0)
            messages += 2 * microbatches - (steady > 0 ? steady - 1 : 0);
    }
    return workNodesOf(job.ranks.front(), microbatches) * stages + messages;
}

std::optional<double> playedOneFOneBNs(const JobProfile& job)
{
    if (!isPlainOneFOneB(job) || operationsOfOneFOneB(job) > mostOperations)
        return std::nullopt;
    OneFOneBPlayer player(job);
    constexpr double longest = 1e17; // three years, far from where the simulator refuses
    return player.mostNs() < longest ? std::optional(player.stepNs()) : std::nullopt;
}

Result<double> simulatedPlanNs(const DescribedJob& described, const Hardware& hardware,
    const PlanCalibration& calibration, const ProgressFn& progress)
{
    Result<JobProfile> planned = plannedJob(described.job, hardware, calibration);
    if (!planned)
        return planned.error();
    const JobProfile job = withFewerPieces(std::move(planned).value());
    if (described.rest == Knobs()) {
        const std::optional<double> stepNs = playedOneFOneBNs(job);
        if (stepNs && progress && !progress(0, 1))
            return refusal(say("Stopped."));
        if (stepNs)
            return *stepNs;
        if (isPlainOneFOneB(job) && operationsOfOneFOneB(job) > mostOperations)
            return refusal(say("A step of {} microbatches on {} ranks has more operations than can be simulated.",
                               job.microbatches, job.stages),
                say("Choose fewer microbatches."));
    }
    Pricing pricing;
    pricing.hardware = hardware;
    const Result<StructuredJob> made = structured(job, described.rest, pricing);
    if (!made)
        return made.error();
    const Result<StepGraph> graph = buildStep(*made, pricing, progress, false);
    if (!graph)
        return graph.error();
    StepTimer timer;
    if (!timer.time(*graph, graph->unchanged()))
        return refusal(say("The work of a step adds up to more than 70 years."));
    return timer.pipelineFigures(*graph).stepNs;
}

PlannedStep withSimulatedStep(PlannedStep step, double stepNs)
{
    const double before = step.stepNs();
    if (before <= 0 || stepNs <= 0)
        return step;
    const double factor = stepNs / before;
    if (step.bubbleNs + stepNs - before >= 0) {
        step.bubbleNs += stepNs - before;
    } else {
        for (double* part :
            {&step.computeNs, &step.bubbleNs, &step.tensorNs, &step.pipelineNs, &step.dataNs, &step.optimizerNs})
            *part *= factor;
    }
    step.lowNs *= factor;
    step.highNs *= factor;
    step.ofNodesNs *= factor;
    step.tokensPerSecondPerGpu /= factor;
    step.mfu /= factor;
    return step;
}

} // namespace bubblescope
