// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalingstep.h"

#include "expertwork.h"
#include "joblayout.h"
#include "measuretext.h"
#include "peerwork.h"
#include "tracestep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

/// One rank played alone, with one instance of every operation.
struct Profiled {
    RankWork work;
    std::map<Operation, std::vector<Work>> seen; ///< all recorded instances of every operation
};

class ScalingProfiler {
public:
    /// `range`: only spans that begin inside count.
    ScalingProfiler(const Run& run, TimeRange range)
        : m_run(run), m_trace(*run.trace), m_range(range), m_isMeasured(run.hasCommonTime())
    {
    }

    Result<JobProfile> make()
    {
        readRanks();
        std::map<int, std::vector<RankWork*>> byStage;
        for (auto& [rank, profiled] : m_ranks) {
            if (!profiled.work.forward.empty())
                byStage[std::max(profiled.work.stage, 0)].push_back(&profiled.work);
        }
        if (byStage.empty()) {
            return Error {say("No rank has a forward pass with times."), say("Choose traces of whole steps."), {}};
        }
        for (auto& [stage, members] : byStage) {
            std::vector<Message> replaced = removeHiccups(members);
            m_hiccups.insert(m_hiccups.end(), replaced.begin(), replaced.end());
        }
        if (!m_isMeasured)
            leaveOutFirstUpdates(byStage);
        m_job.name = m_run.name;
        m_job.origin = Origin::Measured;
        m_job.replicasAreAlike = true;
        const auto& [lastStage, lastRanks] = *byStage.rbegin();
        if (std::optional<Error> tooLarge = chooseLayout(lastStage, !lastRanks.front()->loss.empty()))
            return *std::move(tooLarge);
        for (int stage = 0; stage < m_job.stages; ++stage) {
            auto seen = byStage.lower_bound(stage);
            if (seen == byStage.end())
                seen = std::prev(byStage.end());
            if (seen->first != stage)
                m_likeOthers.insert(stage);
            m_job.ranks.push_back(usualWork(seen->second, m_job.tensor * m_job.expert));
            m_job.ranks.back().stage = stage;
            m_job.ranks.back().rank = stage * m_job.tensor * m_job.data;
        }
        // Megatron's gradient norm: no rank updates its weights before all stages have arrived.
        WorkPiece norm;
        norm.operation = Operation::AllReduce;
        norm.category = Category::OtherComm;
        for (RankWork& work : m_job.ranks) {
            if (!work.optimizer.empty())
                work.optimizer.insert(work.optimizer.begin(), norm);
        }
        describe();
        return std::move(m_job);
    }

private:
    /// Both ends of a pipeline hold an embedding beside their layers.
    void leaveOutFirstUpdates(const std::map<int, std::vector<RankWork*>>& byStage)
    {
        std::vector<RankWork*> ofEnds;
        std::vector<RankWork*> between;
        for (const auto& [stage, members] : byStage) {
            const bool isEnd = stage == 0 || !members.front()->loss.empty();
            std::vector<RankWork*>& alike = isEnd ? ofEnds : between;
            alike.insert(alike.end(), members.begin(), members.end());
        }
        for (const std::vector<RankWork*>& alike : {ofEnds, between}) {
            std::vector<Message> replaced = removeFirstUpdates(alike);
            m_hiccups.insert(m_hiccups.end(), replaced.begin(), replaced.end());
        }
    }

    void readRanks()
    {
        std::map<int32_t, std::vector<SpanId>> operations;
        std::map<SpanId, std::vector<SpanId>> parts;
        for (const Row& row : m_trace.rows()) {
            const Track& track = m_trace.track(row.track);
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                if (track.lane == Lane::Stream || row.kind == Row::Kind::FusedLegs
                    || !m_range.contains(m_trace.begin(span)))
                    continue;
                if (!m_trace.parent(span).isValid())
                    operations[track.rank].push_back(span);
                else if (isCommunication(m_trace.category(span)))
                    parts[m_trace.parent(span)].push_back(span);
            }
        }
        const auto byTime
            = [this](SpanId a, SpanId b) { return std::pair(m_trace.begin(a), a) < std::pair(m_trace.begin(b), b); };
        for (auto& [rank, spans] : operations) {
            std::sort(spans.begin(), spans.end(), byTime);
            Profiled& profiled = m_ranks[rank];
            profiled.work.rank = rank;
            SpanId previous;
            for (const SpanId span : spans) {
                const RankInfo* info = m_trace.findRank(rank);
                profiled.work.stage = info ? info->stage : 0;
                addOperation(profiled, span, parts[span]);
                const bool placed = m_trace.hasFlag(span, SpanFlag::untimed | SpanFlag::notMeasured);
                if (previous.isValid() && !placed) {
                    const TimeNs gap = m_trace.begin(span) - m_trace.end(previous);
                    if (gap >= 0)
                        profiled.work.gaps.add(m_trace.operation(previous), m_trace.operation(span), double(gap));
                }
                previous = placed ? SpanId() : span;
            }
            takeUsual(profiled);
        }
    }

    void addOperation(Profiled& profiled, SpanId span, std::vector<SpanId>& parts)
    {
        RankWork& work = profiled.work;
        const Operation operation = m_trace.operation(span);
        if (isPointToPoint(operation)) {
            m_job.messageBytes = std::max(m_job.messageBytes, double(m_trace.bytes(span)));
            return;
        }
        if (isCollective(operation)) {
            work.finalize.push_back(communicationOf(span));
            return;
        }
        profiled.seen[operation].push_back(piecesOf(span, parts));
    }

    /// Takes the median of several microbatches: the first one is slower.
    static void takeUsual(Profiled& profiled)
    {
        RankWork& work = profiled.work;
        for (const auto& [operation, seen] : profiled.seen) {
            std::vector<std::pair<double, size_t>> lengths;
            for (const Work& one : seen)
                lengths.emplace_back(lengthOf(one), lengths.size());
            // The first step of an optimizer makes its states as well.
            if (operation == Operation::OptimizerStep && lengths.size() > 1)
                lengths.erase(lengths.begin());
            const auto middle = lengths.begin() + std::ptrdiff_t(lengths.size() / 2);
            std::nth_element(lengths.begin(), middle, lengths.end());
            const Work& usual = seen[middle->second];
            switch (operation) {
            case Operation::GetBatch:
                work.getBatch = usual;
                break;
            case Operation::Forward:
                work.forward = usual;
                break;
            case Operation::Loss:
                work.loss = usual;
                break;
            case Operation::Backward:
                work.backward = usual;
                break;
            case Operation::WeightGradient:
                work.weightGradient = usual;
                break;
            case Operation::OptimizerStep:
                work.optimizer = usual;
                break;
            default:
                break;
            }
        }
    }

    /// Communication consists of stubs, whose durations mean nothing and are dropped.
    Work piecesOf(SpanId span, std::vector<SpanId>& parts) const
    {
        std::sort(parts.begin(), parts.end(),
            [this](SpanId a, SpanId b) { return std::pair(m_trace.begin(a), a) < std::pair(m_trace.begin(b), b); });
        Work work;
        TimeNs at = m_trace.begin(span);
        const auto compute = [&](TimeNs until) {
            WorkPiece piece;
            piece.category = m_trace.category(span);
            piece.computeClass = m_trace.operation(span) == Operation::OptimizerStep ? ComputeClass::MemoryBound
                : isCompute(piece.category)                                          ? ComputeClass::Layers
                                                                                     : ComputeClass::Host;
            piece.ns = double(std::max<TimeNs>(until - at, 0));
            work.push_back(piece);
        };
        for (const SpanId part : parts) {
            compute(m_trace.begin(part));
            work.push_back(communicationOf(part));
            at = std::max(at, m_trace.end(part));
        }
        compute(m_trace.end(span));
        return work;
    }

    WorkPiece communicationOf(SpanId span) const
    {
        WorkPiece piece;
        piece.name = std::string(m_trace.name(span));
        piece.operation = isCollective(m_trace.operation(span)) ? m_trace.operation(span) : Operation::AllReduce;
        piece.category = m_trace.category(span);
        piece.bytes = double(m_trace.bytes(span));
        piece.ns = piece.bytes >= 0 ? -1 : 0;
        return piece;
    }

    bool communicates(Category group) const
    {
        const auto has = [group](const Work& work) {
            return std::any_of(work.begin(), work.end(), [group](const WorkPiece& p) { return p.category == group; });
        };
        return std::any_of(m_ranks.begin(), m_ranks.end(), [&](const auto& entry) {
            const RankWork& work = entry.second.work;
            return has(work.forward) || has(work.backward) || has(work.finalize);
        });
    }

    std::optional<Error> chooseLayout(int lastStage, bool lastHasLoss)
    {
        const ParallelLayout& layout = m_run.layout;
        using Size = GuessedSize::Of;
        m_job.tensor
            = std::max(m_job.givenOr(layout.tensor, Size::Tensor, communicates(Category::TensorComm) ? 2 : 1), 1);
        m_job.stages = std::max(
            m_job.givenOr(layout.pipeline, Size::Stages, lastHasLoss ? lastStage + 1 : lastStage + 2), lastStage + 1);
        if (std::optional<Error> tooLarge = whyTooLarge(m_job.tensor, layout.data.value_or(1), m_job.stages))
            return tooLarge;
        const int perPlace = m_job.tensor * m_job.stages;
        if (layout.expert || !communicates(Category::ExpertComm))
            m_job.expert = layout.expert.value_or(1);
        else
            m_job.expert = m_job.givenOr({}, Size::Expert, expertsByCounts());
        std::optional<int> data = layout.data;
        if (!data && layout.world && *layout.world % perPlace == 0)
            data = *layout.world / perPlace;
        m_job.data = std::max(
            m_job.givenOr(data, Size::Data, std::max(m_job.expert, communicates(Category::DataComm) ? 2 : 1)), 1);
        if (m_job.data % std::max(m_job.expert, 1) != 0) {
            m_job.expert = 1;
            std::erase_if(m_job.guesses, [](const GuessedSize& guess) { return guess.of == Size::Expert; });
            m_job.guesses.push_back({Size::Expert, 1});
        }
        const std::optional<int> counted = m_isMeasured ? std::optional(forwardCount()) : std::nullopt;
        m_job.microbatches
            = m_job.givenOr(layout.microbatches ? layout.microbatches : counted, Size::Microbatches, 4 * m_job.stages);
        m_job.microbatchSize = m_job.givenOr(layout.microbatchSize, Size::MicrobatchSize, 1);
        if (m_job.hasPeers())
            m_job.ranksPerNode = m_job.givenOr({}, Size::RanksPerNode, assumedRanksPerNode);
        if (layout.layers && *layout.layers >= m_job.stages) {
            for (int s = 0; s < m_job.stages; ++s)
                m_job.layersOfStage.push_back(
                    *layout.layers / m_job.stages + (s < *layout.layers % m_job.stages ? 1 : 0));
            if (m_job.stages > 1) {
                m_job.assumptions.emplace_back(
                    say("Layers are assumed to be spread evenly over the stages."), Assumption::Id::LayersOfStages);
            }
        }
        // Messages between stages have the size of a tensor-parallel all-reduce.
        for (const auto& [rank, profiled] : m_ranks) {
            if (m_isMeasured)
                break; // messages were recorded
            for (const WorkPiece& piece : profiled.work.forward) {
                if (piece.category == Category::TensorComm && piece.operation == Operation::AllReduce)
                    m_job.messageBytes = std::max(m_job.messageBytes, piece.bytes);
            }
        }
        for (const auto& [rank, profiled] : m_ranks) {
            if (m_job.messageBytes < 0) // no message was recorded
                m_job.messageBytes = exchangedActivations(profiled.work.forward);
        }
        return std::nullopt;
    }

    int forwardCount() const
    {
        size_t most = 1;
        for (const auto& [rank, profiled] : m_ranks) {
            const auto forward = profiled.seen.find(Operation::Forward);
            most = std::max(most, forward == profiled.seen.end() ? 0 : forward->second.size());
        }
        return int(most);
    }

    /// Number of expert ranks, if each holds one.
    int expertsByCounts() const
    {
        for (const auto& [rank, profiled] : m_ranks) {
            if (const int count = countedExperts(profiled.work.forward))
                return count;
        }
        return 2;
    }

    static double lengthOf(const Work& work)
    {
        double ns = 0;
        for (const WorkPiece& piece : work)
            ns += std::max(piece.ns, 0.0);
        return ns;
    }

    void describe()
    {
        const auto state = [this](Message sentence) { m_job.assumptions.emplace_back(std::move(sentence)); };
        if (!m_likeOthers.empty())
            state(say("Stages without a trace are assumed to work like their neighbours."));
        state(m_isMeasured ? say("Ranks are missing: those without a trace are assumed to work like their peers; "
                                 "communication follows the cost model.")
                           : say("Each rank was recorded alone: the median rank of a stage counts, of experts the busiest; "
                                 "communication follows the cost model."));
        if (!m_hiccups.empty())
            state(say("Treated as outliers and left out: {}.", listed(m_hiccups)));
        if (m_job.messageBytes >= 0)
            state(say("Messages between stages are assumed to be {}.", bytesText(m_job.messageBytes)));
        else
            state(say("The size of messages between stages is unknown: they count as free."));
        const auto group = [&](Category kind, int size, const Message& sentence) {
            if (size == 1 && communicates(kind))
                state(sentence);
        };
        group(Category::TensorComm, m_job.tensor,
            say("The tensor-parallel group has one rank: its communication costs nothing."));
        group(Category::DataComm, m_job.data,
            say("The data-parallel group has one rank: it only copies its gradients."));
        group(Category::ExpertComm, m_job.expert,
            say("The expert-parallel group has one rank: its communication costs nothing."));
        group(Category::ExpertDataComm, m_job.data / std::max(m_job.expert, 1),
            say("The expert-data-parallel group has one rank: it only copies its gradients."));
    }

    const Run& m_run;
    const Trace& m_trace;
    TimeRange m_range;
    bool m_isMeasured;
    JobProfile m_job;
    std::map<int32_t, Profiled> m_ranks;
    std::vector<Message> m_hiccups;
    std::set<int> m_likeOthers;
};

} // namespace

Result<JobProfile> profileOfScalingRun(const Run& run)
{
    return ScalingProfiler(run, {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()}).make();
}

Result<JobProfile> profileOfFewRanks(const Run& run, int step)
{
    const auto steps = run.trace->steps();
    const TimeRange all = run.trace->range();
    return ScalingProfiler(
        run, size_t(step) < steps.size() ? steps[size_t(step)].range : TimeRange {all.begin, all.end + 1})
        .make();
}

} // namespace bubblescope
