// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubbles.h"

#include "devicelanes.h"
#include "parallel.h"

#include <algorithm>
#include <limits>
#include <span>

namespace bubblescope {

namespace {

/// Chains of waits are no longer than twice the number of stages, there and back.
constexpr int longestChain = 128;

class Explanation {
public:
    Explanation(const RunContext& context, const Timing& timing, const std::vector<Waiting>& waiting,
        const Stragglers& stragglers)
        : m_trace(context.trace())
        , m_timing(timing)
        , m_groups(context.groups())
        , m_rankOfTrack(m_trace.tracks().size(), 0)
        , m_waits(m_trace.ranks().size())
        , m_operations(m_trace.ranks().size())
        , m_isStraggler(m_trace.ranks().size(), false)
    {
        for (const Stragglers::Rank& rank : stragglers.ranks) {
            if (rank.rank < m_isStraggler.size())
                m_isStraggler[rank.rank] = rank.isStraggler;
        }
        // Spans of a rank stand together, and so does their waiting.
        auto wait = waiting.begin();
        for (uint32_t r = 0; r < m_trace.ranks().size(); ++r) {
            const auto first = wait;
            for (const Track& track : m_trace.tracksOf(m_trace.ranks()[r].rank)) {
                m_rankOfTrack[m_trace.idOf(track).value] = r;
                for (const Row& row : m_trace.rowsOf(m_trace.idOf(track))) {
                    while (wait != waiting.end() && wait->span.value < row.firstSpan + row.spanCount)
                        ++wait;
                    if (track.lane != Lane::Stream && row.kind != Row::Kind::FusedLegs)
                        addOperations(r, row);
                }
            }
            m_waits[r] = {first, wait};
            std::sort(m_operations[r].begin(), m_operations[r].end(),
                [&](SpanId a, SpanId b) { return timing.begin[a.value] < timing.begin[b.value]; });
        }
    }

    Bubble explain(uint32_t rank, const IdleStretch& idle) const
    {
        Bubble bubble;
        bubble.range = idle.range;
        bubble.rank = rank;
        bubble.span = idle.span;
        bubble.phase = idle.phase;
        bubble.isPipelines = idle.isBubble;
        bubble.cause = idle.span.isValid() ? causeOfWait(bubble) : causeOfGap(bubble);
        return bubble;
    }

private:
    void addOperations(uint32_t rank, const Row& row)
    {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (!m_trace.parent(SpanId(i)).isValid())
                m_operations[rank].push_back(SpanId(i));
        }
    }
    /// Of a span of this rank.
    const Waiting* waitOf(uint32_t rank, SpanId span) const
    {
        const std::span<const Waiting> waits = m_waits[rank];
        const auto found = std::lower_bound(
            waits.begin(), waits.end(), span, [](const Waiting& w, SpanId wanted) { return w.span < wanted; });
        return found != waits.end() && found->span == span ? &*found : nullptr;
    }
    uint32_t rankOf(SpanId span) const { return m_rankOfTrack[m_trace.track(span).value]; }

    /// What a rank did during most of a range.
    SpanId mainOperation(uint32_t rank, TimeRange range) const
    {
        const std::vector<SpanId>& operations = m_operations[rank];
        auto after = std::lower_bound(operations.begin(), operations.end(), range.end,
            [&](SpanId span, TimeNs t) { return m_timing.begin[span.value] < t; });
        SpanId main;
        TimeNs longest = 0;
        while (after != operations.begin()) {
            const SpanId span = *--after;
            const TimeRange whole {m_timing.begin[span.value], m_timing.end[span.value]};
            if (whole.end <= range.begin)
                break;
            const TimeNs inside = whole.intersected(range).duration();
            if (inside > longest) {
                longest = inside;
                main = span;
            }
        }
        return main;
    }

    /// Finds who worked while others waited for `awaited`, and on what, skipping ranks that waited themselves.
    SpanId findCulprit(Bubble& bubble) const
    {
        SpanId doing;
        SpanId awaited = bubble.awaited;
        for (int i = 0; i < longestChain && awaited.isValid(); ++i) {
            const uint32_t rank = rankOf(awaited);
            bubble.culpritRank = m_trace.ranks()[rank].rank;
            bubble.culpritStage = m_groups.stage(rank);
            doing = mainOperation(rank, bubble.range);
            const Waiting* wait = doing.isValid() ? waitOf(rank, doing) : nullptr;
            if (!wait || wait->until <= bubble.range.begin)
                break;
            awaited = wait->lastToCome;
        }
        return doing;
    }

    BubbleCause causeOfWait(Bubble& bubble) const
    {
        const Category group = m_trace.category(bubble.span);
        const Waiting* wait = waitOf(bubble.rank, bubble.span);
        if (!wait || !wait->lastToCome.isValid())
            return BubbleCause::Unknown;
        bubble.awaited = wait->lastToCome;
        const SpanId doing = findCulprit(bubble);
        if (group == Category::Optimizer)
            return BubbleCause::Optimizer;
        if (doing.isValid() && m_trace.operation(doing) == Operation::GetBatch)
            return BubbleCause::Input;
        if (group == Category::EmbeddingComm)
            return BubbleCause::EmbeddingGroup;
        if (group == Category::DataComm || group == Category::ExpertDataComm)
            return BubbleCause::GradientSynchronization;
        const size_t culprit = rankIndex(m_trace, bubble.culpritRank);
        const bool isStraggler = culprit < m_isStraggler.size() && m_isStraggler[culprit];
        if (group != Category::PipelineComm) {
            // A collective of all stages waits for those that the pipeline leaves last.
            const int stage = m_groups.stage(bubble.rank);
            const bool drains = bubble.phase == PipelinePhase::Cooldown && stage >= 0 && bubble.culpritStage >= 0
                && stage != bubble.culpritStage;
            return drains && !isStraggler ? BubbleCause::PipelineDrain : BubbleCause::StragglingRank;
        }
        if (const BubbleCause cause = causeInPhase(bubble.phase); cause != BubbleCause::SlowNeighbour)
            return cause;
        return isStraggler ? BubbleCause::StragglingRank : BubbleCause::SlowNeighbour;
    }

    static BubbleCause causeInPhase(PipelinePhase phase)
    {
        return phase == PipelinePhase::Warmup  ? BubbleCause::PipelineFill
            : phase == PipelinePhase::Cooldown ? BubbleCause::PipelineDrain
                                               : BubbleCause::SlowNeighbour;
    }

    BubbleCause causeOfGap(const Bubble& bubble) const
    {
        const std::vector<SpanId>& operations = m_operations[bubble.rank];
        if (operations.empty())
            return BubbleCause::Unknown;
        if (bubble.isPipelines && bubble.range.end <= m_timing.begin[operations.front().value])
            return BubbleCause::PipelineFill;
        const auto next = std::lower_bound(operations.begin(), operations.end(), bubble.range.begin,
            [&](SpanId span, TimeNs t) { return m_timing.begin[span.value] < t; });
        if (bubble.isPipelines && next == operations.end())
            return BubbleCause::PipelineDrain;
        if (bubble.isPipelines)
            return causeInPhase(bubble.phase);
        if (next == operations.end())
            return BubbleCause::Host;
        return m_trace.operation(*next) == Operation::GetBatch ? BubbleCause::Input : BubbleCause::Host;
    }

    const Trace& m_trace;
    const Timing& m_timing;
    const RankGroups& m_groups;
    std::vector<uint32_t> m_rankOfTrack;
    std::vector<std::span<const Waiting>> m_waits; // by rank, then span
    std::vector<std::vector<SpanId>> m_operations; // by rank: top-level operations in order of time
    std::vector<bool> m_isStraggler;
};

} // namespace

std::string_view bubbleCauseName(BubbleCause cause)
{
    constexpr std::array<std::string_view, bubbleCauseCount> names {"pipeline fill", "pipeline drain", "slow neighbour",
        "straggling rank", "embedding group", "gradient synchronization", "optimizer synchronization", "input", "host",
        "unknown"};
    return names[static_cast<size_t>(cause)];
}

Bubbles explainBubbles(const RunContext& context, const Timing& timing,
    const std::vector<std::vector<IdleStretch>>& idle, const std::vector<Waiting>& waiting,
    const Stragglers& stragglers)
{
    const Explanation explanation(context, timing, waiting, stragglers);
    std::vector<size_t> first {0}; // index of each rank's first bubble
    for (const std::vector<IdleStretch>& ofRank : idle)
        first.push_back(first.back() + ofRank.size());
    Bubbles bubbles;
    bubbles.all.resize(first.back());
    forEachParallel(idle.size(), threadCount(), [&](size_t rank) {
        for (size_t i = 0; i < idle[rank].size(); ++i)
            bubbles.all[first[rank] + i] = explanation.explain(static_cast<uint32_t>(rank), idle[rank][i]);
    });
    for (const Bubble& bubble : bubbles.all) {
        const TimeNs time = bubble.range.duration();
        bubbles.byCause[static_cast<size_t>(bubble.cause)] += time;
        bubbles.total += time;
    }
    return bubbles;
}

} // namespace bubblescope
