// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubbles.h"

#include "devicelanes.h"
#include "disjointtimes.h"
#include "parallel.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace bubblescope {

namespace {

/// Chains of waits are no longer than twice the number of stages, there and back.
constexpr int longestChain = 128;
/// What makes a rank late is what it did longer for this share of the wait, as its inverse: half of it in full swing.
/// As the pipeline drains most of each wait is the passes that the awaited rank has left and the waiting one has not,
/// which is nobody's fault: who waits a sixth of it longer was held up.
constexpr int shareInFullSwing = 2;
constexpr int shareOfDrain = 6;

class Explanation {
public:
    Explanation(const RunContext& context, const Timing& timing, const std::vector<std::vector<IdleStretch>>& idle,
        const std::vector<Waiting>& waiting, const Stragglers& stragglers)
        : m_trace(context.trace())
        , m_timing(timing)
        , m_groups(context.groups())
        , m_idle(idle)
        , m_rankOfTrack(m_trace.tracks().size(), 0)
        , m_waits(m_trace.ranks().size())
        , m_operations(m_trace.ranks().size())
        , m_isStraggler(m_trace.ranks().size(), false)
    {
        for (const Stragglers::Rank& rank : stragglers.ranks) {
            if (rank.rank < m_isStraggler.size())
                m_isStraggler[rank.rank] = rank.isStraggler;
        }
        for (const Link& message : context.messages())
            m_sends.emplace_back(m_trace.charged(message.to), m_trace.charged(message.from));
        std::sort(m_sends.begin(), m_sends.end());
        for (const auto& [receive, send] : m_sends)
            m_receives.emplace_back(send, receive);
        std::sort(m_receives.begin(), m_receives.end());
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
        for (const std::vector<IdleStretch>& ofRank : m_idle) {
            if (!ofRank.empty())
                m_window = m_window.united({ofRank.front().range.begin, ofRank.back().range.end});
        }
        m_past.resize(m_idle.size());
        forEachParallel(m_idle.size(), threadCount(), [&](size_t rank) { m_past[rank] = pastOf(uint32_t(rank)); });
    }

    Bubble explain(uint32_t rank, const IdleStretch& idle) const
    {
        Bubble bubble;
        bubble.range = idle.range;
        bubble.rank = rank;
        bubble.span = idle.span;
        bubble.awaited = awaitedIn(rank, idle);
        bubble.group = idle.span.isValid() ? m_trace.category(idle.span) : idle.group;
        bubble.phase = idle.phase;
        bubble.isPipelines = idle.isBubble;
        followChain(bubble, idle);
        bubble.cause = idle.span.isValid() || idle.awaited.isValid() ? causeOfWait(bubble) : causeOfGap(bubble);
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
    /// The first operation of a rank that begins at this time or later; invalid if none does.
    SpanId operationFrom(uint32_t rank, TimeNs time) const
    {
        const std::vector<SpanId>& operations = m_operations[rank];
        const auto next = std::lower_bound(operations.begin(), operations.end(), time,
            [&](SpanId span, TimeNs t) { return m_timing.begin[span.value] < t; });
        return next != operations.end() ? *next : SpanId();
    }
    /// What a rank waits for in a stretch without work: the last of a collective, or the sender of a message. Invalid
    /// if unknown.
    SpanId awaitedIn(uint32_t rank, const IdleStretch& idle) const
    {
        if (idle.awaited.isValid())
            return idle.awaited;
        if (idle.span.isValid()) {
            const Waiting* const wait = waitOf(rank, idle.span);
            return wait ? wait->lastToCome : SpanId();
        }
        const SpanId next = idle.isBubble ? operationFrom(rank, idle.range.end) : SpanId();
        if (!next.isValid())
            return {};
        return otherEnd(m_sends, next);
    }
    /// Of a message, in a list by the end that is known; invalid if it is not in the trace.
    SpanId otherEnd(const std::vector<std::pair<SpanId, SpanId>>& messages, SpanId end) const
    {
        const auto found
            = std::lower_bound(messages.begin(), messages.end(), std::pair(m_trace.charged(end), SpanId(0)));
        return found != messages.end() && found->first == m_trace.charged(end) ? found->second : SpanId();
    }
    /// The rank that is awaited in a stretch without work; that rank itself if unknown, or if it came after all: a send
    /// that ended before its message was received did not wait for that.
    uint32_t awaitedRank(uint32_t rank, const IdleStretch& idle) const
    {
        const SpanId awaited = awaitedIn(rank, idle);
        const bool isMet = awaited.isValid()
            && (!idle.span.isValid() || m_timing.begin[awaited.value] < m_timing.end[idle.span.value]);
        return isMet ? rankOf(awaited) : rank;
    }

    /// Until when a rank, going back from a time, last waited for another: since then neither has held up the other.
    /// `apart` is a record that does not count: other parts of the same wait.
    std::optional<TimeNs> lastWaitFor(uint32_t rank, uint32_t other, TimeNs before, SpanId apart) const
    {
        const std::vector<IdleStretch>& idle = m_idle[rank];
        const std::vector<std::pair<uint32_t, uint32_t>>& waits = m_past[rank].waitsFor;
        auto at = std::lower_bound(waits.begin(), waits.end(), std::pair(other, stretchesUntil(rank, before)));
        while (at != waits.begin() && std::prev(at)->first == other) {
            const IdleStretch& stretch = idle[(--at)->second];
            if (awaitedIn(rank, stretch) != apart)
                return stretch.range.end;
        }
        return std::nullopt;
    }
    /// How many of the stretches of a rank are over.
    uint32_t stretchesUntil(uint32_t rank, TimeNs time) const
    {
        const std::vector<IdleStretch>& idle = m_idle[rank];
        const auto found = std::partition_point(
            idle.begin(), idle.end(), [time](const IdleStretch& stretch) { return stretch.range.end <= time; });
        return uint32_t(found - idle.begin());
    }

    /// What a rank did, for questions about any range of time.
    struct Past {
        std::vector<std::pair<uint32_t, uint32_t>> waitsFor; ///< rank that was awaited, stretch without work
        DisjointTimes waits;                                 ///< for others than itself, by stretch
        DisjointTimes work;                                  ///< compute
        DisjointTimes transfers; ///< by span: messages, without what compute hides and what waits for the other end
    };
    Past pastOf(uint32_t rank) const
    {
        Past past;
        std::vector<DisjointTimes::Piece> waits;
        for (uint32_t i = 0; i < m_idle[rank].size(); ++i) {
            const IdleStretch& stretch = m_idle[rank][i];
            const uint32_t awaited = awaitedRank(rank, stretch);
            if (awaited == rank)
                continue;
            past.waitsFor.emplace_back(awaited, i);
            waits.push_back({stretch.range, i});
        }
        std::sort(past.waitsFor.begin(), past.waitsFor.end());
        past.waits = DisjointTimes(std::move(waits));
        std::vector<DisjointTimes::Piece> work;
        for (const SpanId span : m_operations[rank]) {
            if (isCompute(m_trace.category(span)) && rangeOf(span).intersects(m_window))
                work.push_back({rangeOf(span), span.value});
        }
        past.work = DisjointTimes(std::move(work), DisjointTimes::Ask::Sums);
        std::vector<DisjointTimes::Piece> transfers;
        for (const SpanId span : m_operations[rank]) {
            if (m_trace.category(span) != Category::PipelineComm || !rangeOf(span).intersects(m_window))
                continue;
            TimeRange moving = rangeOf(span);
            if (const Waiting* const wait = waitOf(rank, span))
                moving.begin = std::max(moving.begin, wait->until);
            for (const TimeRange shown : past.work.outside(moving))
                transfers.push_back({shown, span.value});
        }
        past.transfers = DisjointTimes(std::move(transfers));
        return past;
    }

    /// What made the awaited rank late: a wait of its own, messages, or (neither) its own work. Since one last waited
    /// for the other, the awaited rank has worked and waited for as long as this one has, the stretch included: it is
    /// late by what it worked longer, and by what it waited longer. Where it did neither, messages that take as long
    /// hold up both.
    struct Behind {
        const IdleStretch* wait = nullptr;
        SpanId message;
    };
    Behind behind(uint32_t rank, const IdleStretch& idle, PipelinePhase phase) const
    {
        const SpanId awaited = awaitedIn(rank, idle);
        const uint32_t other = awaitedRank(rank, idle);
        const TimeNs since = std::max(lastWaitFor(rank, other, idle.range.begin, awaited).value_or(INT64_MIN),
            lastWaitFor(other, rank, idle.range.end, {}).value_or(INT64_MIN));
        const TimeNs from = since == INT64_MIN ? idle.range.begin : since;
        const TimeRange shared {from, idle.range.end};
        const TimeRange own {from, idle.range.begin};
        const TimeNs length = idle.range.duration();
        const int share = phase == PipelinePhase::Cooldown ? shareOfDrain : shareInFullSwing;
        const auto isHalf = [length](TimeNs time) { return shareInFullSwing * time >= length; };
        const Past& past = m_past[other];
        const Past& ownPast = m_past[rank];
        if (const auto longest = past.waits.longest(shared);
            longest && share * (past.waits.within(shared) - ownPast.waits.within(own)) >= length)
            return {&m_idle[other][longest->number], {}};
        const bool isWork = isHalf(past.work.within(shared) - ownPast.work.within(own));
        const auto message = past.transfers.longest(shared);
        return {
            nullptr, message && !isWork && isHalf(past.transfers.within(shared)) ? SpanId(message->number) : SpanId()};
    }

    /// Of a bubble in full swing, or as the pipeline drains: the waits behind it, each earlier than the one before, to
    /// the rank that was held up by nobody, or to a link. What the awaited rank does meanwhile shows nothing there: it
    /// works on what came to it late.
    void followChain(Bubble& bubble, const IdleStretch& idle) const
    {
        if (!bubble.isPipelines || bubble.phase == PipelinePhase::Warmup
            || awaitedRank(bubble.rank, idle) == bubble.rank)
            return;
        uint32_t rank = bubble.rank;
        const IdleStretch* last = &idle;
        for (int i = 0; i < longestChain; ++i) {
            const Behind reason = behind(rank, *last, bubble.phase);
            if (reason.message.isValid() && blameLink(bubble, reason.message))
                return;
            if (!reason.wait)
                break;
            rank = awaitedRank(rank, *last);
            last = reason.wait;
        }
        const uint32_t culprit = awaitedRank(rank, *last);
        bubble.culpritRank = m_trace.ranks()[culprit].rank;
        bubble.culpritStage = m_groups.stage(culprit);
    }

    /// False if the stages of a message are not known.
    bool blameLink(Bubble& bubble, SpanId message) const
    {
        const SpanId send = otherEnd(m_sends, message);
        const SpanId end = send.isValid() ? send : otherEnd(m_receives, message);
        if (!end.isValid())
            return false;
        const auto [low, high] = std::minmax({m_groups.stage(rankOf(message)), m_groups.stage(rankOf(end))});
        if (low < 0 || low == high)
            return false;
        bubble.linkFrom = low;
        bubble.linkTo = high;
        return true;
    }

    /// The stretch without a record that takes most of a range; null if there is none.
    const IdleStretch* longestGap(uint32_t rank, TimeRange range) const
    {
        const std::vector<IdleStretch>& idle = m_idle[rank];
        auto at = std::partition_point(
            idle.begin(), idle.end(), [range](const IdleStretch& stretch) { return stretch.range.end <= range.begin; });
        const IdleStretch* longest = nullptr;
        TimeNs most = 0;
        for (; at != idle.end() && at->range.begin < range.end; ++at) {
            const TimeNs inside = at->range.intersected(range).duration();
            if (!at->span.isValid() && inside > most) {
                most = inside;
                longest = &*at;
            }
        }
        return longest;
    }
    uint32_t rankOf(SpanId span) const { return m_rankOfTrack[m_trace.track(span).value]; }

    TimeRange rangeOf(SpanId span) const { return {m_timing.begin[span.value], m_timing.end[span.value]}; }

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
            const TimeRange whole = rangeOf(span);
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
        if (bubble.culpritRank >= 0) // at the end of the chain
            return mainOperation(uint32_t(rankIndex(m_trace, bubble.culpritRank)), bubble.range);
        if (bubble.linkFrom >= 0)
            return {};
        SpanId doing;
        SpanId awaited = bubble.awaited;
        for (int i = 0; i < longestChain && awaited.isValid(); ++i) {
            const uint32_t rank = rankOf(awaited);
            bubble.culpritRank = m_trace.ranks()[rank].rank;
            bubble.culpritStage = m_groups.stage(rank);
            doing = mainOperation(rank, bubble.range);
            const Waiting* const wait = doing.isValid() ? waitOf(rank, doing) : nullptr;
            if (wait && wait->until > bubble.range.begin) {
                awaited = wait->lastToCome;
                continue;
            }
            const IdleStretch* const gap = longestGap(rank, bubble.range);
            const TimeNs working = doing.isValid() ? rangeOf(doing).intersected(bubble.range).duration() : 0;
            if (!gap || gap->range.intersected(bubble.range).duration() < working)
                break;
            awaited = awaitedIn(rank, *gap);
        }
        return doing;
    }

    BubbleCause causeOfWait(Bubble& bubble) const
    {
        const Category group = bubble.group;
        if (!bubble.awaited.isValid())
            return BubbleCause::Unknown;
        const SpanId doing = findCulprit(bubble);
        if (group == Category::Optimizer)
            return BubbleCause::Optimizer;
        if (doing.isValid() && m_trace.operation(doing) == Operation::GetBatch)
            return BubbleCause::Input;
        if (group == Category::EmbeddingComm)
            return BubbleCause::EmbeddingGroup;
        if (group == Category::DataComm || group == Category::ExpertDataComm)
            return BubbleCause::GradientSynchronization;
        if (group != Category::PipelineComm) {
            // A collective of all stages waits for those that the pipeline leaves last.
            const int stage = m_groups.stage(bubble.rank);
            const bool drains = bubble.phase == PipelinePhase::Cooldown && stage >= 0 && bubble.culpritStage >= 0
                && stage != bubble.culpritStage;
            return drains && !isStraggling(bubble) ? BubbleCause::PipelineDrain : BubbleCause::StragglingRank;
        }
        return causeOfPipelines(bubble);
    }

    /// Whether the rank that worked meanwhile is a straggler.
    bool isStraggling(const Bubble& bubble) const
    {
        const size_t culprit = rankIndex(m_trace, bubble.culpritRank);
        return culprit < m_isStraggler.size() && m_isStraggler[culprit];
    }

    BubbleCause causeOfPipelines(const Bubble& bubble) const
    {
        if (const BubbleCause cause = causeInPhase(bubble.phase); cause != BubbleCause::SlowNeighbour)
            return cause;
        if (bubble.linkFrom >= 0)
            return BubbleCause::Link;
        return isStraggling(bubble) ? BubbleCause::StragglingRank : BubbleCause::SlowNeighbour;
    }

    static BubbleCause causeInPhase(PipelinePhase phase)
    {
        return phase == PipelinePhase::Warmup  ? BubbleCause::PipelineFill
            : phase == PipelinePhase::Cooldown ? BubbleCause::PipelineDrain
                                               : BubbleCause::SlowNeighbour;
    }

    BubbleCause causeOfGap(Bubble& bubble) const
    {
        findCulprit(bubble);
        const std::vector<SpanId>& operations = m_operations[bubble.rank];
        if (operations.empty())
            return BubbleCause::Unknown;
        if (bubble.isPipelines && bubble.range.end <= m_timing.begin[operations.front().value])
            return BubbleCause::PipelineFill;
        const SpanId next = operationFrom(bubble.rank, bubble.range.begin);
        if (bubble.isPipelines && !next.isValid())
            return BubbleCause::PipelineDrain;
        if (bubble.isPipelines)
            return causeOfPipelines(bubble);
        if (!next.isValid())
            return BubbleCause::Host;
        return m_trace.operation(next) == Operation::GetBatch ? BubbleCause::Input : BubbleCause::Host;
    }

    const Trace& m_trace;
    const Timing& m_timing;
    const RankGroups& m_groups;
    const std::vector<std::vector<IdleStretch>>& m_idle; // by rank, then time
    std::vector<std::pair<SpanId, SpanId>> m_sends;      // by receive
    std::vector<std::pair<SpanId, SpanId>> m_receives;   // by send
    std::vector<uint32_t> m_rankOfTrack;
    std::vector<std::span<const Waiting>> m_waits; // by rank, then span
    std::vector<std::vector<SpanId>> m_operations; // by rank: top-level operations in order of time
    std::vector<bool> m_isStraggler;
    TimeRange m_window = TimeRange::nothing(); // of all stretches
    std::vector<Past> m_past;                  // by rank
};

} // namespace

std::string_view bubbleCauseName(BubbleCause cause)
{
    constexpr std::array<std::string_view, bubbleCauseCount> names {"pipeline fill", "pipeline drain", "slow neighbour",
        "straggling rank", "link", "embedding group", "gradient synchronization", "optimizer synchronization", "input",
        "host", "unknown"};
    return names[static_cast<size_t>(cause)];
}

Bubbles explainBubbles(const RunContext& context, const Timing& timing,
    const std::vector<std::vector<IdleStretch>>& idle, const std::vector<Waiting>& waiting,
    const Stragglers& stragglers)
{
    const Explanation explanation(context, timing, idle, waiting, stragglers);
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
