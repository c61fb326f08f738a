// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timesplit.h"

#include "devicelanes.h"
#include "levelofdetail.h"
#include "rowchanges.h"

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

/// Who is charged where several lanes of a rank are busy at once; the highest wins.
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

/// What the threads of a host do while a GPU works is not a time of the step, but for communication without a GPU.
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
    // Recorded inside an operation, communication blocks it; on a stream of its own it does not.
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

/// A place in one row of the rank. Spans of a row do not overlap, so at any time it has at most one active span.
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
    /// When what this row does changes next.
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

template <typename Visit> void forEachRowOf(const Trace& trace, int32_t rank, Visit visit)
{
    for (const Track& track : trace.tracksOf(rank)) {
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            if (trace.rows()[r].kind != Row::Kind::FusedLegs && trace.rows()[r].spanCount > 0)
                visit(RowId(r));
        }
    }
}

/// When the pipeline of one rank is full and when it drains, step by step.
class PhaseClock {
public:
    PhaseClock(const Trace& trace, const Timing& timing, int32_t rank)
    {
        const auto steps = trace.rankSteps();
        const auto first = std::lower_bound(
            steps.begin(), steps.end(), rank, [](const RankStep& s, int32_t number) { return s.rank < number; });
        // In another timing the steps' ranges say nothing; such a timing has one step.
        for (auto it = first; it != steps.end() && it->rank == rank && &timing == &trace.timing(); ++it)
            m_steps.push_back({it == first ? std::numeric_limits<TimeNs>::min() : it->step.range.begin});
        if (m_steps.empty())
            m_steps.push_back({std::numeric_limits<TimeNs>::min()});
        forEachRowOf(trace, rank, [&](RowId id) {
            const Row& row = trace.row(id);
            if (trace.track(row.track).lane == Lane::Stream)
                return;
            size_t step = 0;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (!isPass(trace.operation(SpanId(i))))
                    continue;
                while (step + 1 < m_steps.size() && m_steps[step + 1].begin <= timing.begin[i])
                    ++step;
                if (trace.operation(SpanId(i)) == Operation::Forward)
                    m_steps[step].lastForward = std::max(m_steps[step].lastForward, timing.end[i]);
                else
                    m_steps[step].firstBackward = std::min(m_steps[step].firstBackward, timing.begin[i]);
            }
        });
    }

    /// Cuts a stretch where the phase changes.
    template <typename Visit> void cut(TimeRange range, Visit visit)
    {
        while (m_at + 1 < m_steps.size() && m_steps[m_at + 1].begin <= range.begin)
            ++m_at;
        const Step& step = m_steps[m_at];
        const TimeNs filled = std::clamp(step.firstBackward, range.begin, range.end);
        const TimeNs drained = std::clamp(std::max(step.lastForward, filled), filled, range.end);
        if (filled > range.begin)
            visit(TimeRange {range.begin, filled}, PipelinePhase::WarmUp);
        if (drained > filled)
            visit(TimeRange {filled, drained}, PipelinePhase::Steady);
        if (range.end > drained)
            visit(TimeRange {drained, range.end}, PipelinePhase::CoolDown);
    }

private:
    struct Step {
        TimeNs begin;
        TimeNs firstBackward = std::numeric_limits<TimeNs>::max();
        TimeNs lastForward = std::numeric_limits<TimeNs>::min();
    };
    std::vector<Step> m_steps;
    size_t m_at = 0;
};

/// Without the nested rows that can never win: what lies there always lies inside something that claims as much. The
/// operators of a profiler's threads are ten deep, and all of them the host's.
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
    return of(Category::Waiting) + sumWhere(waitingFor, [](Category) { return true; });
}

TimeNs TimeSplit::collectiveWaiting() const
{
    return waiting() - waitingFor[static_cast<size_t>(Category::PipelineComm)];
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
    hostGap += other.hostGap;
    idle += other.idle;
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

TimeSplit splitRank(const Trace& trace, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, std::vector<IdleStretch>* idle)
{
    TimeSplit split;
    const bool hasDevice = showsDevice(trace, rank);
    std::vector<RowCursor> rows;
    forEachTellingRowOf(
        trace, rank, hasDevice, [&](RowId row) { rows.emplace_back(trace, timing, row, window, waiting, hasDevice); });
    const TimeRange busy = rangeOfRank(trace, timing, rank);
    PhaseClock phases(trace, timing, rank);

    const auto withoutWork = [&](TimeRange range, SpanId span, bool isPipelines) {
        phases.cut(range, [&](TimeRange part, PipelinePhase phase) {
            if (isPipelines)
                split.pipelineBubble[static_cast<size_t>(phase)] += part.duration();
            if (!idle)
                return;
            if (!idle->empty() && idle->back().span == span && idle->back().phase == phase
                && idle->back().range.end == part.begin)
                idle->back().range.end = part.end;
            else
                idle->push_back({part, span, phase});
        });
    };

    /// When what begins at `time` was launched; `time` itself where nothing does, or nobody tells.
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
    std::array<TimeNs, categoryCount> streamsOf {};              // how many of those there are
    std::array<RowSet, claimCount> rowsWith;                     // but for no claim
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
                withoutWork({time, next}, winner->span(), winner->category() == Category::PipelineComm);
            else if (winner->claim() == Claim::Bubble || winner->claim() == Claim::Waiting)
                withoutWork({time, next}, winner->span(), winner->claim() == Claim::Bubble);
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
            split.hostGap += length;
        } else {
            split.idle += length;
            withoutWork({time, next}, {}, true);
        }
        time = next;
    }
    return split;
}

} // namespace bubblescope
