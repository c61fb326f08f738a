// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranksplit.h"

#include "devicelanes.h"
#include "pipelineclock.h"
#include "playedsteps.h"
#include "rowchanges.h"
#include "rowcursor.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

namespace bubblescope {

namespace {

/// Skips nested rows that can never win because an enclosing span always claims as much: operators of a profiler's
/// threads are nested ten deep, and all of them are host time.
template <typename Visit> void forEachRelevantRowOf(const Trace& trace, int32_t rank, bool hasDevice, Visit visit)
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

/// Communication on a lane of its own, which compute hides; what is recorded inside an operation holds it up.
constexpr bool isBesideCompute(Claim claim) { return claim == Claim::Stream || claim == Claim::Communication; }

/// What is known of a rank however its time is cut.
struct RankRows {
    RankRows(const RunContext& context, const Timing& timing, int32_t rank, const std::vector<Waiting>& waitingOf,
        const PlayedRun& played)
        : trace(context.trace())
        , hasDevice(showsDevice(trace, rank))
        , busy(rangeOfRank(trace, timing, rank))
        , waiting(waitingOf)
        , awaited(*played.awaited)
        , pipeline(context, timing, rank, played, waitingOf)
    {
        forEachRelevantRowOf(trace, rank, hasDevice, [&](RowId row) {
            relevant.push_back(row);
            hasLaunches = hasLaunches || (hasDevice && recordsLaunches(row));
        });
        // Lanes of a kind stand in the order of the file; of rows that claim as much, the first by name counts.
        const auto kindOf = [this](const Track& track) {
            return std::tuple(track.lane, track.group, trace.strings().text(track.name));
        };
        std::stable_sort(relevant.begin(), relevant.end(), [&](RowId a, RowId b) {
            const TrackId lane = trace.row(a).track;
            const TrackId other = trace.row(b).track;
            return lane != other && kindOf(trace.track(lane)) < kindOf(trace.track(other));
        });
    }
    bool recordsLaunches(RowId row) const
    {
        const uint32_t first = trace.row(row).firstSpan;
        const auto launch = std::lower_bound(trace.launches().begin(), trace.launches().end(), SpanId(first),
            [](const Link& link, SpanId span) { return link.to < span; });
        return launch != trace.launches().end() && launch->to < SpanId(first + trace.row(row).spanCount);
    }
    const Trace& trace;
    bool hasDevice;
    TimeRange busy;
    const std::vector<Waiting>& waiting;
    const AwaitedGaps& awaited;
    PipelineClock pipeline;
    std::vector<RowId> relevant;
    bool hasLaunches = false; ///< of its GPU
};

/// The records around a window: a gap at its edge goes on outside it.
struct Outside {
    explicit Outside(const std::vector<RowCursor>& rows)
    {
        for (const RowCursor& row : rows) {
            const TimeRange range = row.around();
            lastEnd = std::max(lastEnd, range.begin);
            if (range.end < nextBegin) {
                nextBegin = range.end;
                next = row.spanAfter();
            }
        }
    }
    TimeNs lastEnd = std::numeric_limits<TimeNs>::min();
    TimeNs nextBegin = std::numeric_limits<TimeNs>::max();
    SpanId next; ///< begins at nextBegin; invalid if nothing follows
};

/// Spans of one part, in the order in which their time is charged, some of them repeatedly.
struct WantedPart {
    TimePart part;
    std::vector<SpanId> spans {};

    void add(TimePart of, SpanId span)
    {
        if (of == part && span.isValid() && (spans.empty() || spans.back() != span))
            spans.push_back(span);
    }
};

TimePart partOfWork(Category category)
{
    return isCompute(category)             ? TimePart::Compute
        : isCommunication(category)        ? TimePart::ExposedComm
        : category == Category::Waiting    ? TimePart::Waiting
        : category == Category::Bubble     ? TimePart::Bubble
        : category == Category::MemoryCopy ? TimePart::Copies
                                           : TimePart::Host;
}

/// Windows of one rank come in order of time, unless its pipeline is rewound.
TimeSplit splitWindow(RankRows& of, const Timing& timing, TimeRange window, std::vector<IdleStretch>* idle,
    std::vector<DevicePause>* pauses = nullptr, WantedPart* wanted = nullptr)
{
    const Trace& trace = of.trace;
    const bool hasDevice = of.hasDevice;
    const TimeRange busy = of.busy;
    PipelineClock& pipeline = of.pipeline;
    TimeSplit split;
    std::vector<RowCursor> rows;
    for (const RowId row : of.relevant)
        rows.emplace_back(trace, timing, row, window, of.waiting, hasDevice);
    const Outside outside(rows);

    const auto withoutWork = [&](TimeRange range, const PipelinePhases& phases, SpanId span, bool isBubble,
                                 const AwaitedGap* gap = nullptr) {
        phases.cut(range, [&](TimeRange part, PipelinePhase phase) {
            if (isBubble)
                split.pipelineBubble[static_cast<size_t>(phase)] += part.duration();
            if (!idle)
                return;
            IdleStretch made {part, span, phase, isBubble};
            if (gap) {
                made.awaited = gap->lastToCome;
                made.group = gap->group;
            }
            if (!idle->empty() && idle->back().isLike(made) && idle->back().range.end == part.begin)
                idle->back().range.end = part.end;
            else
                idle->push_back(made);
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

    const auto awaitedAt = [&](TimeNs time, const RowChanges& changes) {
        const AwaitedGap* longest = nullptr;
        changes.forEachDue(time, [&](size_t row) {
            const AwaitedGap* const gap = rows[row].begins(time) ? of.awaited.before(rows[row].span()) : nullptr;
            if (gap && (!longest || gap->until > longest->until))
                longest = gap;
        });
        return longest;
    };
    // When the call that launches the span that begins at `time` had returned; nullopt if that was not recorded. Where
    // none begins, nothing was launched, if launches are recorded at all.
    const auto launchedBefore = [&](TimeNs time, const RowChanges& changes) {
        std::optional<TimeNs> launched;
        bool begins = false;
        changes.forEachDue(time, [&](size_t row) {
            const bool isNext = rows[row].begins(time);
            begins = begins || isNext;
            if (const SpanId call = isNext ? rows[row].launch() : SpanId(); call.isValid())
                launched = std::min(launched.value_or(time), timing.end[call.value]);
        });
        return !begins && of.hasLaunches ? time : launched;
    };
    DevicePause pause; // the one that goes on, charged once it ends
    bool isExplained = false; // the launch of what ends it was recorded
    const auto endPause = [&] {
        if (pause.range.isEmpty())
            return;
        const TimeNs before = pause.launched - pause.range.begin;
        (isExplained ? split.hostWait : split.unknownWait) += before;
        split.kernelWait += pause.range.end - pause.launched;
        if (pauses && isExplained)
            pauses->push_back(pause);
        if (wanted && before > 0)
            wanted->add(isExplained ? TimePart::HostWait : TimePart::Idle, pause.next);
        if (wanted && pause.range.end > pause.launched)
            wanted->add(TimePart::KernelWait, pause.next);
        pause = {};
    };

    // What a gap is does not depend on where a step begins in it.
    const auto wholeGap = [&](TimeRange inside) {
        const bool isBefore = inside.begin == window.begin && outside.lastEnd > std::numeric_limits<TimeNs>::min();
        const bool isAfter = inside.end == window.end && outside.next.isValid();
        return TimeRange {isBefore ? outside.lastEnd : inside.begin, isAfter ? outside.nextBegin : inside.end};
    };

    RowChanges changes(rows.size(), window.begin);
    std::vector<Claim> claims(rows.size(), Claim::None);
    std::vector<Category> besides(rows.size(), Category::Other); // of communication that compute may hide
    std::array<TimeNs, categoryCount> besidesOf {};              // active rows by category
    std::array<RowSet, claimCount> rowsWith;                     // by claim, except None
    rowsWith.fill(RowSet(rows.size()));
    std::array<RowSet, claimCount> transferring = rowsWith; // of them, communication that waits for nobody
    const auto isMade = [&rowsWith](Claim claim) { return !rowsWith[static_cast<size_t>(claim)].isEmpty(); };
    const auto change = [&](size_t r, TimeNs now) {
        if (claims[r] != Claim::None)
            rowsWith[static_cast<size_t>(claims[r])].erase(r);
        if (isBesideCompute(claims[r])) {
            --besidesOf[static_cast<size_t>(besides[r])];
            transferring[static_cast<size_t>(claims[r])].erase(r);
        }
        rows[r].moveTo(now);
        claims[r] = rows[r].isActive(now) ? rows[r].claim() : Claim::None;
        if (claims[r] != Claim::None)
            rowsWith[static_cast<size_t>(claims[r])].insert(r);
        if (isBesideCompute(claims[r])) {
            besides[r] = rows[r].category();
            ++besidesOf[static_cast<size_t>(besides[r])];
            if (!rows[r].isWaiting(now))
                transferring[static_cast<size_t>(claims[r])].insert(r);
        }
        return rows[r].nextChange(now);
    };
    TimeNs time = window.begin;
    while (time < window.end) {
        const TimeNs next = std::min(window.end, changes.advance(time, [&](size_t row) { return change(row, time); }));
        auto highest = Claim::InnerCommunication;
        while (highest > Claim::None && !isMade(highest))
            highest = static_cast<Claim>(static_cast<int>(highest) - 1);
        // Where one message waits and another is transferred, the rank does not wait.
        const RowSet& moving = transferring[static_cast<size_t>(highest)];
        const RowSet& claiming = moving.isEmpty() ? rowsWith[static_cast<size_t>(highest)] : moving;
        const RowCursor* const winner = highest == Claim::None ? nullptr : &rows[claiming.first()];
        const TimeNs length = next - time;
        if (winner) {
            endPause();
            const bool isWaiting = winner->isWaiting(time);
            const auto category = static_cast<size_t>(winner->category());
            (isWaiting ? split.waitingFor : split.time)[category] += length;
            if (wanted)
                wanted->add(!isWaiting                                 ? partOfWork(winner->category())
                        : winner->category() == Category::PipelineComm ? TimePart::Bubble
                                                                       : TimePart::Waiting,
                    winner->span());
            if (isWaiting)
                withoutWork({time, next}, pipeline.phasesAt(time), winner->span(),
                    winner->category() == Category::PipelineComm);
            else if (winner->claim() == Claim::Bubble || winner->claim() == Claim::Waiting)
                withoutWork({time, next}, pipeline.phasesAt(time), winner->span(), winner->claim() == Claim::Bubble);
            if ((highest == Claim::Compute || highest == Claim::InnerCompute)
                && (isMade(Claim::Stream) || isMade(Claim::Communication))) {
                split.hiddenCommunication += length;
                for (size_t c = 0; c < besidesOf.size(); ++c)
                    split.hidden[c] += length * besidesOf[c];
            }
        } else if (hasDevice) {
            const std::optional<TimeNs> launched = launchedBefore(next, changes);
            pause.range = {pause.range.isEmpty() ? time : pause.range.begin, next};
            pause.launched = std::clamp(launched.value_or(next), pause.range.begin, next);
            pause.next = nextAt(next, changes);
            isExplained = launched.has_value();
        } else {
            const TimeRange gap = wholeGap({time, next});
            const AwaitedGap* const awaited = next < window.end ? awaitedAt(next, changes)
                : outside.next.isValid()                        ? of.awaited.before(outside.next)
                                                                : nullptr;
            const TimeNs until = awaited ? std::clamp(awaited->until, time, next) : time;
            const auto addWaiting = [&](TimeRange part, const PipelinePhases& phases) {
                if (part.isEmpty())
                    return;
                const bool isBubble = awaited->group == Category::PipelineComm;
                (isBubble ? split.pipelineGap : split.waitingFor[static_cast<size_t>(awaited->group)])
                    += part.duration();
                withoutWork(part, phases, {}, isBubble, awaited);
                if (wanted)
                    wanted->add(isBubble ? TimePart::Bubble : TimePart::Waiting, awaited->next);
            };
            if (gap.duration() <= longestHostGap && gap.begin > busy.begin && gap.end < busy.end) {
                addWaiting({time, until}, pipeline.phasesAt(time));
                split.shortGaps += next - until;
                if (wanted && next > until)
                    wanted->add(TimePart::Idle, nextAt(next, changes));
            } else {
                const auto addGap = [&](TimeRange whole, const PipelinePhases& phases, bool isAwaited) {
                    TimeRange part = whole.intersected({time, next});
                    if (!isAwaited && until > part.begin) {
                        const TimeNs waited = std::min(until, part.end);
                        addWaiting({part.begin, waited}, phases);
                        part.begin = waited;
                    }
                    if (part.isEmpty())
                        return;
                    (isAwaited ? split.pipelineGap : split.longGaps) += part.duration();
                    withoutWork(part, phases, {}, isAwaited);
                    if (wanted)
                        wanted->add(isAwaited ? TimePart::Bubble : TimePart::Idle, nextAt(next, changes));
                };
                pipeline.cutGap(trace, gap, next < window.end ? nextAt(next, changes) : outside.next, addGap);
            }
        }
        time = next;
    }
    endPause();
    return split;
}

} // namespace

TimeSplit splitRank(const RunContext& context, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, const PlayedRun& played, std::vector<IdleStretch>* idle,
    std::vector<DevicePause>* pauses)
{
    RankRows rows(context, timing, rank, waiting, played);
    return splitWindow(rows, timing, window, idle, pauses);
}

std::vector<TimeSplit> splitRankWindows(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<TimeRange>& windows, const std::vector<Waiting>& waiting, const PlayedRun& played)
{
    RankRows rows(context, timing, rank, waiting, played);
    std::vector<TimeSplit> splits;
    for (const TimeRange window : windows) {
        rows.pipeline.rewind();
        splits.push_back(splitWindow(rows, timing, window, nullptr));
    }
    return splits;
}

std::vector<TimeSplit> splitRankSteps(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<Waiting>& waiting, const PlayedRun& played)
{
    std::vector<TimeRange> windows;
    for (const RankStep& own : timing.stepsOf(rank))
        windows.push_back(own.step.range);
    return splitRankWindows(context, timing, rank, windows, waiting, played);
}

std::vector<SpanId> spansOfPart(const RunContext& context, const Timing& timing, int32_t rank, TimePart part,
    const std::vector<Waiting>& waiting, const PlayedRun& played)
{
    RankRows rows(context, timing, rank, waiting, played);
    WantedPart wanted {part};
    if (part == TimePart::Compute || part == TimePart::Copies || part == TimePart::Host) {
        // Work is what it is, also beside other work.
        for (const RowId id : rows.relevant) {
            const Row& row = rows.trace.row(id);
            const Lane lane = rows.trace.track(row.track).lane;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (claimOf(rows.trace, SpanId(i), lane, rows.hasDevice) != Claim::None)
                    wanted.add(partOfWork(rows.trace.category(SpanId(i))), SpanId(i));
            }
        }
    } else if (!rows.busy.isNothing()) {
        splitWindow(rows, timing, rows.busy, nullptr, nullptr, &wanted);
    }
    std::sort(wanted.spans.begin(), wanted.spans.end());
    wanted.spans.erase(std::unique(wanted.spans.begin(), wanted.spans.end()), wanted.spans.end());
    return std::move(wanted.spans);
}

} // namespace bubblescope
