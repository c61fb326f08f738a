// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timesplit.h"

#include "devicelanes.h"
#include "levelofdetail.h"
#include "rowchanges.h"
#include "stepsplits.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bubblescope {

namespace {

template <typename Predicate> TimeNs sumWhere(const std::array<TimeNs, categoryCount>& time, Predicate predicate)
{
    TimeNs sum = 0;
    for (int c = 0; c < categoryCount; ++c)
        sum += predicate(static_cast<Category>(c)) ? time[static_cast<size_t>(c)] : 0;
    return sum;
}

/// What is charged if several lanes of a rank are busy at once; the highest claim wins.
enum class Claim : uint8_t {
    None,
    Bubble,
    Host,
    Waiting,
    Copy,
    Stream,
    Communication,
    Compute,
    InnerCompute,
    InnerCommunication
};
constexpr size_t claimCount = static_cast<size_t>(Claim::InnerCommunication) + 1;

/// While a GPU works, host threads take no time of the step, except for communication without a GPU.
Claim claimBesideDevice(Category category, Lane lane)
{
    if (isCommunication(category))
        return Claim::Stream;
    if (!isDeviceLane(lane))
        return Claim::None;
    return isCompute(category) ? Claim::Compute : category == Category::MemoryCopy ? Claim::Copy : Claim::Host;
}

Claim claimOf(const Trace& trace, SpanId span, Lane lane, bool hasDevice)
{
    const Category category = trace.category(span);
    if (hasDevice)
        return claimBesideDevice(category, lane);
    // Communication recorded inside an operation blocks it; on a stream of its own it does not.
    const bool inner = trace.parent(span).isValid();
    if (isCommunication(category)) {
        if (lane == Lane::Stream || (lane == Lane::Thread && !inner))
            return Claim::Stream;
        return inner ? Claim::InnerCommunication : Claim::Communication;
    }
    if (isCompute(category))
        return inner ? Claim::InnerCompute : Claim::Compute;
    switch (category) {
    case Category::MemoryCopy:
        return Claim::Copy;
    case Category::Waiting:
        return Claim::Waiting;
    case Category::Bubble:
        return Claim::Bubble;
    default:
        return Claim::Host;
    }
}

/// A position in one row of the rank. Spans of a row do not overlap, so at most one is active at any time.
class RowCursor {
public:
    RowCursor(const Trace& trace, const Timing& timing, RowId row, TimeRange window,
        const std::vector<Waiting>& waiting, bool hasDevice)
        : m_trace(trace)
        , m_timing(timing)
        , m_lane(trace.track(trace.row(row).track).lane)
        , m_hasDevice(hasDevice)
        , m_waiting(waiting)
    {
        std::tie(m_span, m_last) = visibleSpans(trace, timing, row, window);
        m_wait = std::lower_bound(waiting.begin(), waiting.end(), m_span,
            [](const Waiting& a, uint32_t span) { return a.span.value < span; });
        load();
    }
    void moveTo(TimeNs time)
    {
        while (m_span < m_last && m_end <= time) {
            ++m_span;
            load();
        }
    }
    bool isActive(TimeNs time) const { return m_span < m_last && m_begin <= time; }
    bool isWaiting(TimeNs time) const { return time < m_waitEnd; }
    bool begins(TimeNs time) const { return m_span < m_last && m_begin == time; }
    /// The next time at which this row starts or ends a span.
    TimeNs nextChange(TimeNs time) const
    {
        if (m_span >= m_last)
            return std::numeric_limits<TimeNs>::max();
        return time < m_begin ? m_begin : time < m_waitEnd ? m_waitEnd : m_end;
    }
    Claim claim() const { return m_claim; }
    SpanId span() const { return SpanId(m_span); }
    Category category() const { return m_category; }

private:
    void load()
    {
        if (m_span >= m_last)
            return;
        m_begin = m_timing.begin[m_span];
        m_end = m_timing.end[m_span];
        m_category = m_trace.category(SpanId(m_span));
        m_claim = claimOf(m_trace, SpanId(m_span), m_lane, m_hasDevice);
        while (m_wait != m_waiting.end() && m_wait->span.value < m_span)
            ++m_wait;
        m_waitEnd = m_wait != m_waiting.end() && m_wait->span.value == m_span ? m_wait->until : m_begin;
    }

    const Trace& m_trace;
    const Timing& m_timing;
    Lane m_lane;
    bool m_hasDevice;
    const std::vector<Waiting>& m_waiting;
    std::vector<Waiting>::const_iterator m_wait;
    uint32_t m_span = 0;
    uint32_t m_last = 0;
    TimeNs m_begin = 0;
    TimeNs m_waitEnd = 0;
    TimeNs m_end = 0;
    Category m_category = Category::Other;
    Claim m_claim = Claim::None;
};

size_t indexOfStep(const Timing& timing, int32_t number)
{
    const std::vector<Step>& steps = timing.steps;
    const auto found = std::lower_bound(
        steps.begin(), steps.end(), number, [](const Step& step, int32_t wanted) { return step.number < wanted; });
    return size_t(found - steps.begin());
}

template <typename Visit> void forEachRowOf(const Trace& trace, int32_t rank, Visit visit)
{
    for (const Track& track : trace.tracksOf(rank)) {
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            if (trace.rows()[r].kind != Row::Kind::FusedLegs && trace.rows()[r].spanCount > 0)
                visit(RowId(r));
        }
    }
}

/// First begin to last end of a rank's spans that begin in each of its steps: `visit(index, ordinal, range)` with the
/// index into Timing::steps and the position among the rank's own steps.
template <typename Visit>
void forEachPlayedStep(const Trace& trace, const Timing& timing, int32_t rank, const Visit& visit)
{
    const std::span<const RankStep> own = timing.stepsOf(rank);
    if (own.size() < 2) {
        const size_t index = own.empty() ? 0 : indexOfStep(timing, own[0].step.number);
        if (const TimeRange range = rangeOfRank(trace, timing, rank); !range.isNothing())
            visit(index, size_t(0), range);
        return;
    }
    for (size_t step = 0; step < own.size(); ++step) {
        TimeRange range = TimeRange::nothing();
        forEachRowOf(trace, rank, [&](RowId id) {
            const Row& row = trace.row(id);
            const auto begins = std::span(timing.begin).subspan(row.firstSpan, row.spanCount);
            const auto at = [&](TimeNs time) {
                return uint32_t(std::lower_bound(begins.begin(), begins.end(), time) - begins.begin());
            };
            const uint32_t from = step == 0 ? 0 : at(own[step].step.range.begin);
            const uint32_t to = step + 1 == own.size() ? row.spanCount : at(own[step + 1].step.range.begin);
            if (from < to)
                range = range.united({timing.begin[row.firstSpan + from], timing.end[row.firstSpan + to - 1]});
        });
        if (!range.isNothing())
            visit(indexOfStep(timing, own[step].step.number), step, range);
    }
}

/// The state of the pipeline for one rank, step by step: filling, draining, making the rank wait.
class PipelineClock {
public:
    PipelineClock(
        const RunContext& context, const Timing& timing, int32_t rank, const std::vector<TimeRange>& playedSteps,
        const std::vector<Waiting>& waiting)
    {
        const Trace& trace = context.trace();
        const size_t index = rankIndex(trace, rank);
        m_isPipeline = index < trace.ranks().size() && context.groups().stageCount() > 1;
        m_isFirstStage = m_isPipeline && context.groups().stage(index) == 0;
        for (const RankStep& own : timing.stepsOf(rank))
            m_steps.push_back({m_steps.empty() ? std::numeric_limits<TimeNs>::min() : own.step.range.begin});
        if (m_steps.empty())
            m_steps.push_back({std::numeric_limits<TimeNs>::min()});
        if (m_isPipeline) {
            forEachPlayedStep(trace, timing, rank, [&](size_t step, size_t ordinal, TimeRange own) {
                m_played.push_back({own, step < playedSteps.size() ? playedSteps[step] : own, ordinal});
            });
        }
        forEachRowOf(trace, rank, [&](RowId id) {
            const Row& row = trace.row(id);
            const bool isStream = trace.track(row.track).lane == Lane::Stream;
            size_t step = 0;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const Operation operation = trace.operation(SpanId(i));
                m_recordsMessages = m_recordsMessages || isPointToPoint(operation);
                m_recordsWaiting
                    = m_recordsWaiting || (isPointToPoint(operation) && waits(waiting, i, timing.begin[i]));
                if (isStream || !isPass(operation))
                    continue;
                while (step + 1 < m_steps.size() && m_steps[step + 1].begin <= timing.begin[i])
                    ++step;
                if (operation == Operation::Forward)
                    m_steps[step].phases.lastForward = std::max(m_steps[step].phases.lastForward, timing.end[i]);
                else
                    m_steps[step].phases.firstBackward = std::min(m_steps[step].phases.firstBackward, timing.begin[i]);
            }
        });
    }

    /// Phases of the step at `time`. Call with ascending times.
    const PipelinePhases& phasesAt(TimeNs time)
    {
        while (m_at + 1 < m_steps.size() && m_steps[m_at + 1].begin <= time)
            ++m_at;
        return m_steps[m_at].phases;
    }

    /// Splits a gap without records into the parts in which the rank waits for the pipeline and the others:
    /// `visit(range, phases, isAwaited)`. `next` is the span that begins at its end; may be invalid. Call with gaps in
    /// order of time.
    template <typename Visit> void cutGap(const Trace& trace, TimeRange gap, SpanId next, Visit visit)
    {
        const auto tell = [&](TimeNs begin, TimeNs end, const PipelinePhases& phases, bool isAwaited) {
            if (end > begin)
                visit(TimeRange {begin, end}, phases, isAwaited);
        };
        if (!m_isPipeline)
            return tell(gap.begin, gap.end, phasesAt(gap.begin), false);
        while (m_begun < m_played.size() && m_played[m_begun].own.begin <= gap.begin)
            ++m_begun;
        TimeNs drained = gap.begin;
        if (m_begun > 0) {
            const Played& last = m_played[m_begun - 1];
            const PipelinePhases& phases = m_steps[last.step].phases;
            if (gap.begin < last.own.end) {
                return tell(gap.begin, gap.end, phases, next.isValid() && isAwaited(trace, next));
            }
            drained = std::clamp(last.byAnybody.end, gap.begin, gap.end);
            tell(gap.begin, drained, phases, true);
        }
        TimeNs filling = gap.end;
        if (m_begun < m_played.size() && !m_isFirstStage)
            filling = std::clamp(m_played[m_begun].byAnybody.begin, drained, gap.end);
        const PipelinePhases& phases
            = m_begun < m_played.size() ? m_steps[m_played[m_begun].step].phases : phasesAt(drained);
        tell(drained, filling, phases, false);
        tell(filling, gap.end, phases, true);
    }

private:
    static bool waits(const std::vector<Waiting>& waiting, uint32_t span, TimeNs begin)
    {
        constexpr TimeNs clocksDiffer = 1'000'000;
        const auto found = std::lower_bound(waiting.begin(), waiting.end(), span,
            [](const Waiting& a, uint32_t wanted) { return a.span.value < wanted; });
        return found != waiting.end() && found->span.value == span && found->until > begin + clocksDiffer;
    }
    /// Whether a gap inside a step that ends with this span was spent waiting for the pipeline: some tracers record no
    /// messages, others only their transfer.
    bool isAwaited(const Trace& trace, SpanId next) const
    {
        if (!m_recordsMessages)
            return isPass(trace.operation(next));
        return !m_recordsWaiting && (isReceive(trace.operation(next)) || trace.hasFlag(next, SpanFlag::fused));
    }

    struct Step {
        TimeNs begin;
        PipelinePhases phases {};
    };
    /// First begin to last end in a step, of this rank and of any rank.
    struct Played {
        TimeRange own;
        TimeRange byAnybody;
        size_t step = 0; // index into m_steps
    };
    std::vector<Step> m_steps;
    size_t m_at = 0;
    std::vector<Played> m_played; // steps in which the rank did anything
    size_t m_begun = 0;           // how many of them had begun at the last gap
    bool m_isPipeline = false;
    bool m_isFirstStage = false;
    bool m_recordsMessages = false;
    bool m_recordsWaiting = false;
};

/// Skips nested rows that can never win because an enclosing span always claims as much: operators of a profiler's
/// threads are nested ten deep, and all of them are host time.
template <typename Visit> void forEachTellingRowOf(const Trace& trace, int32_t rank, bool hasDevice, Visit visit)
{
    TrackId track;
    Claim certain = Claim::None;
    forEachRowOf(trace, rank, [&](RowId id) {
        const Row& row = trace.row(id);
        if (row.track != track) {
            track = row.track;
            certain = Claim::None;
        }
        if (row.kind != Row::Kind::Nested && !hasDevice)
            return visit(id);
        Claim least = Claim::InnerCommunication;
        Claim most = Claim::None;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const Claim claim = claimOf(trace, SpanId(i), trace.track(row.track).lane, hasDevice);
            least = std::min(least, claim);
            most = std::max(most, claim);
        }
        if (row.kind != Row::Kind::Nested) {
            if (most > Claim::None)
                visit(id);
            return;
        }
        if (most > Claim::None && (row.depth == 0 || most > certain))
            visit(id);
        certain = std::max(certain, least);
    });
}

} // namespace

TimeNs TimeSplit::compute() const { return sumWhere(time, isCompute); }

TimeNs TimeSplit::exposedCommunication() const { return sumWhere(time, isCommunication); }

TimeNs TimeSplit::waiting() const
{
    return of(Category::Waiting) + sumWhere(waitingFor, [](Category c) { return c != Category::PipelineComm; });
}

TimeNs TimeSplit::bubble() const
{
    return of(Category::Bubble) + waitingFor[static_cast<size_t>(Category::PipelineComm)] + pipelineGap;
}

std::string_view phaseKey(PipelinePhase phase)
{
    constexpr std::array<std::string_view, pipelinePhaseCount> keys {"warmup", "steady", "cooldown"};
    return keys[static_cast<size_t>(phase)];
}

TimeSplit& TimeSplit::operator+=(const TimeSplit& other)
{
    for (size_t c = 0; c < time.size(); ++c) {
        time[c] += other.time[c];
        waitingFor[c] += other.waitingFor[c];
        hidden[c] += other.hidden[c];
    }
    for (size_t p = 0; p < pipelineBubble.size(); ++p)
        pipelineBubble[p] += other.pipelineBubble[p];
    shortGaps += other.shortGaps;
    longGaps += other.longGaps;
    pipelineGap += other.pipelineGap;
    hostWait += other.hostWait;
    kernelWait += other.kernelWait;
    hiddenCommunication += other.hiddenCommunication;
    return *this;
}

TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank)
{
    TimeRange range = TimeRange::nothing();
    forEachRowOf(trace, rank, [&](RowId id) {
        const Row& row = trace.row(id);
        range = range.united({timing.begin[row.firstSpan], timing.end[row.firstSpan + row.spanCount - 1]});
    });
    return range;
}

std::vector<TimeRange> playedSteps(const Trace& trace, const Timing& timing)
{
    std::vector<TimeRange> played(std::max(timing.steps.size(), size_t(1)), TimeRange::nothing());
    for (const RankInfo& rank : trace.ranks()) {
        forEachPlayedStep(trace, timing, rank.rank, [&](size_t step, size_t, TimeRange own) {
            if (step < played.size() && rank.clock != ClockState::OwnStart)
                played[step] = played[step].united(own);
        });
    }
    return played;
}

namespace {

/// What is known of a rank however its time is cut.
struct RankRows {
    RankRows(const RunContext& context, const Timing& timing, int32_t rank, const std::vector<Waiting>& waitingOf,
        const std::vector<TimeRange>& played)
        : trace(context.trace())
        , hasDevice(showsDevice(trace, rank))
        , busy(rangeOfRank(trace, timing, rank))
        , waiting(waitingOf)
        , pipeline(context, timing, rank, played, waitingOf)
    {
        forEachTellingRowOf(trace, rank, hasDevice, [&](RowId row) { telling.push_back(row); });
    }
    const Trace& trace;
    bool hasDevice;
    TimeRange busy;
    const std::vector<Waiting>& waiting;
    PipelineClock pipeline;
    std::vector<RowId> telling;
};

/// Windows of one rank come in order of time.
TimeSplit splitWindow(RankRows& of, const Timing& timing, TimeRange window, std::vector<IdleStretch>* idle)
{
    const Trace& trace = of.trace;
    const bool hasDevice = of.hasDevice;
    const TimeRange busy = of.busy;
    PipelineClock& pipeline = of.pipeline;
    TimeSplit split;
    std::vector<RowCursor> rows;
    for (const RowId row : of.telling)
        rows.emplace_back(trace, timing, row, window, of.waiting, hasDevice);

    const auto withoutWork = [&](TimeRange range, const PipelinePhases& phases, SpanId span, bool isBubble) {
        phases.cut(range, [&](TimeRange part, PipelinePhase phase) {
            if (isBubble)
                split.pipelineBubble[static_cast<size_t>(phase)] += part.duration();
            if (!idle)
                return;
            if (!idle->empty() && idle->back().span == span && idle->back().phase == phase
                && idle->back().isBubble == isBubble && idle->back().range.end == part.begin)
                idle->back().range.end = part.end;
            else
                idle->push_back({part, span, phase, isBubble});
        });
    };
    const auto nextAt = [&](TimeNs time, const RowChanges& changes) {
        SpanId next;
        changes.forEachDue(time, [&](size_t row) {
            if (!next.isValid() && rows[row].begins(time))
                next = rows[row].span();
        });
        return next;
    };

    /// When the span that begins at `time` was launched; `time` itself if none does or its launch is unknown.
    const auto launchedBefore = [&](TimeNs time, const RowChanges& changes) {
        TimeNs launched = time;
        changes.forEachDue(time, [&](size_t row) {
            const SpanId call = rows[row].begins(time) ? trace.launchOf(rows[row].span()) : SpanId();
            launched = call.isValid() ? std::min(launched, timing.begin[call.value]) : launched;
        });
        return launched;
    };

    RowChanges changes(rows.size(), window.begin);
    std::vector<Claim> claims(rows.size(), Claim::None);
    std::vector<Category> streams(rows.size(), Category::Other); // of rows that claim a stream
    std::array<TimeNs, categoryCount> streamsOf {};              // active rows by category
    std::array<RowSet, claimCount> rowsWith;                     // by claim, except None
    rowsWith.fill(RowSet(rows.size()));
    const auto isMade = [&rowsWith](Claim claim) { return !rowsWith[static_cast<size_t>(claim)].isEmpty(); };
    const auto change = [&](size_t r, TimeNs now) {
        if (claims[r] != Claim::None)
            rowsWith[static_cast<size_t>(claims[r])].erase(r);
        if (claims[r] == Claim::Stream)
            --streamsOf[static_cast<size_t>(streams[r])];
        rows[r].moveTo(now);
        claims[r] = rows[r].isActive(now) ? rows[r].claim() : Claim::None;
        if (claims[r] != Claim::None)
            rowsWith[static_cast<size_t>(claims[r])].insert(r);
        if (claims[r] == Claim::Stream) {
            streams[r] = rows[r].category();
            ++streamsOf[static_cast<size_t>(streams[r])];
        }
        return rows[r].nextChange(now);
    };
    TimeNs time = window.begin;
    while (time < window.end) {
        const TimeNs next = std::min(window.end, changes.advance(time, [&](size_t row) { return change(row, time); }));
        auto highest = Claim::InnerCommunication;
        while (highest > Claim::None && !isMade(highest))
            highest = static_cast<Claim>(static_cast<int>(highest) - 1);
        const RowCursor* const winner = highest == Claim::None
            ? nullptr
            : &rows[rowsWith[static_cast<size_t>(highest)].first()];
        const TimeNs length = next - time;
        if (winner) {
            const bool isWaiting = winner->isWaiting(time);
            const auto category = static_cast<size_t>(winner->category());
            (isWaiting ? split.waitingFor : split.time)[category] += length;
            if (isWaiting)
                withoutWork({time, next}, pipeline.phasesAt(time), winner->span(),
                    winner->category() == Category::PipelineComm);
            else if (winner->claim() == Claim::Bubble || winner->claim() == Claim::Waiting)
                withoutWork({time, next}, pipeline.phasesAt(time), winner->span(), winner->claim() == Claim::Bubble);
            if (!isWaiting && highest < Claim::InnerCommunication && isMade(Claim::Stream)
                && (isMade(Claim::Compute) || isMade(Claim::InnerCompute))) {
                split.hiddenCommunication += length;
                for (size_t c = 0; c < streamsOf.size(); ++c)
                    split.hidden[c] += length * streamsOf[c];
            }
        } else if (hasDevice) {
            const TimeNs launched = std::clamp(launchedBefore(next, changes), time, next);
            split.hostWait += launched - time;
            split.kernelWait += next - launched;
        } else if (length <= longestHostGap && time > busy.begin && next < busy.end) {
            split.shortGaps += length;
        } else {
            const auto tell = [&](TimeRange part, const PipelinePhases& phases, bool isAwaited) {
                (isAwaited ? split.pipelineGap : split.longGaps) += part.duration();
                withoutWork(part, phases, {}, isAwaited);
            };
            pipeline.cutGap(trace, {time, next}, nextAt(next, changes), tell);
        }
        time = next;
    }
    return split;
}

} // namespace

TimeSplit splitRank(const RunContext& context, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, const std::vector<TimeRange>& played, std::vector<IdleStretch>* idle)
{
    RankRows rows(context, timing, rank, waiting, played);
    return splitWindow(rows, timing, window, idle);
}

std::vector<TimeSplit> splitRankSteps(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<Waiting>& waiting, const std::vector<TimeRange>& played)
{
    RankRows rows(context, timing, rank, waiting, played);
    std::vector<TimeSplit> splits;
    for (const RankStep& own : timing.stepsOf(rank))
        splits.push_back(splitWindow(rows, timing, own.step.range, nullptr));
    return splits;
}

} // namespace bubblescope
