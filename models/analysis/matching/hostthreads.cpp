// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostthreads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

namespace {

/// Shorter pauses of a thread are ignored.
constexpr TimeNs shortestSleep = 10'000;
/// A woken thread starts to work within this time; the host's scheduler takes tens of µs.
constexpr TimeNs longestWaking = 500'000;
/// Only this many threads, the busiest ones, can have woken another; the rest belongs to other programs.
constexpr size_t mostWakers = 8;

/// Spans of the row that begin inside the range.
std::pair<uint32_t, uint32_t> spansInside(const Trace& trace, const Row& row, TimeRange range)
{
    const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
    const auto first = std::lower_bound(begins.begin(), begins.end(), range.begin) - begins.begin();
    const auto last = std::lower_bound(begins.begin(), begins.end(), range.end) - begins.begin();
    return {row.firstSpan + uint32_t(first), row.firstSpan + uint32_t(last)};
}

struct Activity {
    HostThread thread;
    std::vector<TimeRange> bursts;  // periods of activity without the pauses between them
    std::vector<TimeNs> boundaries; // begins and ends of all its spans, sorted
    bool hasEvents() const { return !thread.events.empty(); }

    std::optional<TimeNs> lastUntil(TimeNs time) const
    {
        const auto after = std::upper_bound(boundaries.begin(), boundaries.end(), time);
        return after == boundaries.begin() ? std::nullopt : std::optional(*std::prev(after));
    }
    std::optional<TimeNs> firstAfter(TimeNs time) const
    {
        const auto after = std::upper_bound(boundaries.begin(), boundaries.end(), time);
        return after == boundaries.end() ? std::nullopt : std::optional(*after);
    }
};

std::optional<HostEvent::Kind> hostEventKind(const Trace& trace, SpanId span, std::span<const SpanId> startedBy)
{
    if (startedBy[span.value].isValid())
        return HostEvent::Kind::Launch;
    if (trace.category(span) == Category::Waiting)
        return awaitsDevice(trace, span) ? HostEvent::Kind::Wait : HostEvent::Kind::StreamWait;
    if (isCommunication(trace.category(span)))
        return HostEvent::Kind::Communication;
    if (isCompute(trace.category(span)))
        return HostEvent::Kind::Compute;
    return std::nullopt;
}

/// The lanes of each thread: Ascend's profiler draws what a thread calls of CANN apart from the operators that call it.
std::vector<std::vector<TrackId>> lanesOfThreads(const Trace& trace, int32_t rank)
{
    constexpr std::string_view apart = " (CANN)";
    std::vector<std::vector<TrackId>> threads;
    std::map<std::string_view, size_t> known;
    for (const Track& track : trace.tracksOf(rank)) {
        if (track.lane != Lane::Thread)
            continue;
        std::string_view name = trace.strings().text(track.name);
        name.remove_suffix(name.ends_with(apart) ? apart.size() : 0);
        const auto [thread, isNew] = known.try_emplace(name, threads.size());
        if (isNew)
            threads.emplace_back();
        threads[thread->second].push_back(trace.idOf(track));
    }
    return threads;
}

Activity activityOf(
    const Trace& trace, std::span<const TrackId> lanes, TimeRange range, std::span<const SpanId> startedBy)
{
    Activity made;
    made.thread.track = lanes.front();
    made.thread.range = TimeRange::nothing();
    std::vector<TimeRange> tops;
    std::vector<Row> rows;
    size_t count = 0;
    for (const TrackId lane : lanes) {
        for (const Row& row : trace.rowsOf(lane)) {
            const auto [first, last] = spansInside(trace, row, range);
            count += last - first;
            rows.push_back(row);
        }
    }
    made.boundaries.reserve(2 * count);
    for (const Row& row : rows) {
        const auto [first, last] = spansInside(trace, row, range);
        for (uint32_t i = first; i < last; ++i) {
            const SpanId span(i);
            const TimeRange own = trace.range(span).intersected(range); // the rest belongs to the next step
            made.boundaries.push_back(own.begin);
            made.boundaries.push_back(own.end);
            // The enclosing span may begin before the range.
            const SpanId parent = trace.parent(span);
            if (row.depth == 0 || row.kind != Row::Kind::Nested
                || (parent.isValid() && trace.begin(parent) < range.begin))
                tops.push_back(own);
            if (const auto kind = hostEventKind(trace, span, startedBy))
                made.thread.events.push_back({*kind, own, span, 0, 0});
        }
    }
    std::sort(made.boundaries.begin(), made.boundaries.end());
    std::sort(tops.begin(), tops.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    for (const TimeRange top : tops) {
        made.thread.range = made.thread.range.united(top);
        if (!made.bursts.empty() && top.begin <= made.bursts.back().end + shortestSleep)
            made.bursts.back() = made.bursts.back().united(top);
        else
            made.bursts.push_back(top);
    }
    return made;
}

/// Finds which thread woke which, and adds events to both.
void findSleeps(std::span<Activity> all)
{
    std::vector<size_t> wakers;
    for (size_t t = 0; t < all.size(); ++t)
        wakers.push_back(t);
    const auto busiest = wakers.begin() + ptrdiff_t(std::min(wakers.size(), mostWakers));
    std::partial_sort(wakers.begin(), busiest, wakers.end(), [&](size_t a, size_t b) {
        const size_t eventsOfA = all[a].thread.events.size();
        const size_t eventsOfB = all[b].thread.events.size();
        return eventsOfA != eventsOfB ? eventsOfA > eventsOfB : a < b;
    });
    wakers.erase(busiest, wakers.end());

    struct Sleep {
        TimeNs until = 0;
        uint32_t waitsFor = 0;
    };
    std::vector<std::unordered_map<TimeNs, Sleep>> sleeps(all.size()); // of the waker, by their begin
    std::vector<std::vector<HostEvent>> made(all.size());
    for (size_t t = 0; t < all.size(); ++t) {
        const Activity& woken = all[t];
        for (size_t b = 0; b < woken.bursts.size(); ++b) {
            const TimeNs begin = woken.bursts[b].begin;
            const TimeNs before = b > 0 ? woken.bursts[b - 1].end : begin - longestWaking;
            std::optional<TimeNs> last;
            size_t waker = t;
            for (const size_t other : wakers) {
                const std::optional<TimeNs> did = other == t ? std::nullopt : all[other].lastUntil(begin - 1);
                if (did && *did > before && (!last || *did > *last)) {
                    last = did;
                    waker = other;
                }
            }
            if (!last || begin - *last > longestWaking)
                continue;
            made[t].push_back({HostEvent::Kind::Resume, {b > 0 ? before : begin, begin}, {}, uint32_t(waker), *last});
            made[waker].push_back({HostEvent::Kind::HandOver, {*last, *last}, {}, 0, 0});

            // Is the waker idle until the woken thread is done?
            const std::optional<TimeNs> next = all[waker].firstAfter(*last);
            const std::optional<TimeNs> done = next ? woken.lastUntil(*next) : std::nullopt;
            constexpr TimeNs little = 100'000;
            if (!done || *done <= begin || *next - *done > std::max(little, (*next - *last) / 5))
                continue;
            Sleep& sleep = sleeps[waker][*last];
            if (*done > sleep.until)
                sleep = {*done, uint32_t(t)};
        }
    }
    for (size_t waker = 0; waker < all.size(); ++waker) {
        for (const auto& [begin, sleep] : sleeps[waker]) {
            made[waker].push_back({HostEvent::Kind::Resume, {begin, sleep.until}, {}, sleep.waitsFor, sleep.until});
            made[sleep.waitsFor].push_back({HostEvent::Kind::HandOver, {sleep.until, sleep.until}, {}, 0, 0});
        }
    }
    for (size_t t = 0; t < all.size(); ++t) {
        std::vector<HostEvent>& events = all[t].thread.events;
        events.insert(events.end(), made[t].begin(), made[t].end());
    }
}

} // namespace

bool framesRange(TimeRange span, TimeRange range)
{
    constexpr TimeNs largestPart = 20; // that it may leave out: a twentieth
    return range.duration() - span.intersected(range).duration() <= range.duration() / largestPart;
}

bool recordsOnlyCommunication(const Trace& trace, TimeRange range)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const TimeRange span = trace.range(SpanId(i));
        if (span.intersects(range) && !isCommunication(trace.category(SpanId(i))) && !framesRange(span, range))
            return false;
    }
    return true;
}

bool awaitsDevice(const Trace& trace, SpanId span)
{
    return trace.category(span) == Category::Waiting && trace.track(trace.track(span)).lane == Lane::Thread
        && trace.name(span).find("Synchronize") != std::string_view::npos;
}

std::vector<HostThread> hostThreads(
    const Trace& trace, int32_t rank, TimeRange range, std::span<const SpanId> startedBy)
{
    std::vector<Activity> all;
    for (const std::vector<TrackId>& lanes : lanesOfThreads(trace, rank)) {
        Activity activity = activityOf(trace, lanes, range, startedBy);
        if (!activity.boundaries.empty())
            all.push_back(std::move(activity));
    }
    // Threads that nobody waits for go last and are not examined.
    const auto others
        = std::stable_partition(all.begin(), all.end(), [](const Activity& activity) { return activity.hasEvents(); });
    findSleeps(std::span(all.begin(), others));
    std::vector<HostThread> threads;
    for (Activity& activity : all) {
        // Of events that begin together, those without duration come first.
        const auto isBefore = [](const HostEvent& a, const HostEvent& b) {
            return std::tuple(a.range.begin, a.range.end, a.kind) < std::tuple(b.range.begin, b.range.end, b.kind);
        };
        std::vector<HostEvent>& events = activity.thread.events;
        if (!std::is_sorted(events.begin(), events.end(), isBefore))
            std::stable_sort(events.begin(), events.end(), isBefore);
        threads.push_back(std::move(activity.thread));
    }
    return threads;
}

} // namespace bubblescope
