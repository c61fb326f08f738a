// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchqueue.h"

#include "devicelanes.h"
#include "functionname.h"
#include "runcontext.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t usualDepth = 1024;
/// Blocked calls take much longer than others; the driver makes room for several at once.
constexpr TimeNs timesAsLong = 3;
constexpr TimeNs shortestWait = 10'000;
constexpr double nearlyFull = 0.98;
constexpr double stillFull = 0.9;
constexpr size_t leastDepth = 32;

struct Call {
    TimeRange range;
    TimeNs done = 0; // the last end of what it started
    SpanId span;
    uint32_t before = 0; // calls whose work is unfinished at its begin and ...
    uint32_t after = 0;  // ... at its end
};

constexpr TimeNs notDone = std::numeric_limits<TimeNs>::max();

/// Launches behind the last one of which anything was recorded: the recording ends before it is their turn.
void addUndone(const Trace& trace, int32_t rank, std::vector<Call>& calls)
{
    const TimeNs last = calls.back().range.end; // the driver is called inside of calls of the runtime
    std::unordered_map<StringId, bool> names;
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : track.lane == Lane::Thread ? trace.rowsOf(trace.idOf(track)) : std::span<const Row>()) {
            const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
            const auto after = std::upper_bound(begins.begin(), begins.end(), last) - begins.begin();
            for (uint32_t i = row.firstSpan + uint32_t(after); i < row.firstSpan + row.spanCount; ++i) {
                const auto [name, isNew] = names.try_emplace(trace.nameId(SpanId(i)));
                if (isNew)
                    name->second = launchesKernel(trace.name(SpanId(i))) || startsCopy(trace.name(SpanId(i)));
                if (name->second)
                    calls.push_back({trace.range(SpanId(i)), notDone, SpanId(i)});
            }
        }
    }
}

/// Ends of what the device had to do when the recording began: all before the first of which the launch is known.
std::vector<TimeNs> endsOfBacklog(const Trace& trace, int32_t rank, TimeNs firstCall)
{
    TimeNs known = notDone;
    std::vector<TimeRange> unlaunched;
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : isDeviceLane(track.lane) ? trace.rowsOf(trace.idOf(track)) : std::span<const Row>()) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const TimeRange range = trace.range(SpanId(i));
                if (range.begin >= known)
                    break;
                if (trace.launchOf(SpanId(i)).isValid())
                    known = range.begin;
                else if (range.end > firstCall)
                    unlaunched.push_back(range);
            }
        }
    }
    std::vector<TimeNs> ends;
    for (const TimeRange& range : unlaunched) {
        if (range.begin < known)
            ends.push_back(range.end);
    }
    return ends;
}

std::vector<Call> callsOf(const Trace& trace, int32_t rank)
{
    std::vector<Call> calls; // at first one for each piece of work
    const auto launches = trace.launches();
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            const auto isBefore = [](const Link& link, uint32_t span) { return link.to.value < span; };
            const auto launch = std::lower_bound(launches.begin(), launches.end(), row.firstSpan, isBefore);
            const auto end = std::lower_bound(launch, launches.end(), row.firstSpan + row.spanCount, isBefore);
            for (const Link& link : std::span(launch, end))
                calls.push_back({trace.range(link.from), trace.end(link.to), link.from});
        }
    }
    const auto isEarlier = [](const Call& a, const Call& b) {
        return std::pair(a.range.begin, a.span) < std::pair(b.range.begin, b.span);
    };
    if (!std::is_sorted(calls.begin(), calls.end(), isEarlier)) // one stream works in the order of its calls
        std::sort(calls.begin(), calls.end(), isEarlier);
    size_t kept = 0;
    for (const Call& call : calls) {
        if (kept > 0 && calls[kept - 1].span == call.span)
            calls[kept - 1].done = std::max(calls[kept - 1].done, call.done);
        else
            calls[kept++] = call;
    }
    calls.resize(kept);
    if (!calls.empty()) {
        const auto count = ptrdiff_t(calls.size());
        addUndone(trace, rank, calls);
        std::sort(calls.begin() + count, calls.end(), isEarlier);
        const auto isInside = [](const Call& outer, const Call& call) { return call.range.begin < outer.range.end; };
        calls.erase(std::unique(calls.begin() + count, calls.end(), isInside), calls.end());
    }
    return calls;
}

/// The first of them that is later, of sorted times of which few are not.
std::vector<TimeNs>::iterator firstAfter(
    std::vector<TimeNs>::iterator begin, std::vector<TimeNs>::iterator end, TimeNs time)
{
    ptrdiff_t reach = 1;
    while (reach < end - begin && begin[reach] <= time)
        reach *= 2;
    return std::upper_bound(begin, begin + std::min(reach, end - begin), time);
}

} // namespace

LaunchQueue::LaunchQueue(const Trace& trace, int32_t rank) : m_trace(&trace)
{
    std::vector<Call> calls = callsOf(trace, rank);
    std::vector<TimeNs> done
        = calls.empty() ? std::vector<TimeNs>() : endsOfBacklog(trace, rank, calls.front().range.begin);
    const size_t backlog = done.size();
    done.reserve(backlog + calls.size());
    for (const Call& call : calls)
        done.push_back(call.done);
    std::sort(done.begin(), done.end());
    uint32_t most = 0;
    auto atBegin = done.begin(); // the first piece of work that ends after the call's begin
    for (size_t i = 0; i < calls.size(); ++i) {
        const auto unfinished = [&](std::vector<TimeNs>::iterator finished) {
            return uint32_t(backlog + i - std::min(backlog + i, size_t(finished - done.begin())));
        };
        while (atBegin != done.end() && *atBegin <= calls[i].range.begin)
            ++atBegin;
        calls[i].before = unfinished(atBegin);
        calls[i].after = unfinished(firstAfter(atBegin, done.end(), calls[i].range.end));
        most = std::max(most, calls[i].after);
    }
    m_depth = std::max(usualDepth, size_t(most) + 1);
    if (most < leastDepth)
        return;
    size_t evident = 0;
    const auto isFull = [&](uint32_t unfinished) { return double(unfinished) >= nearlyFull * double(most); };
    // Where there was room; if there was none, as in the middle of a long run, the shortest.
    std::map<StringId, std::vector<TimeNs>> lengths;
    std::map<StringId, TimeNs> shortest;
    for (const Call& call : calls) {
        const StringId name = trace.nameId(call.span);
        const TimeNs length = call.range.duration();
        if (!isFull(call.before))
            lengths[name].push_back(length);
        TimeNs& least = shortest.try_emplace(name, length).first->second;
        least = std::min(least, length);
    }
    for (const auto& [name, least] : shortest)
        lengths.try_emplace(name, std::vector<TimeNs> {least});
    for (auto& [name, all] : lengths)
        std::nth_element(all.begin(), all.begin() + ptrdiff_t(all.size() / 2), all.end());
    for (const Call& call : calls) {
        const std::vector<TimeNs>& alike = lengths[trace.nameId(call.span)];
        const TimeNs usual = alike[alike.size() / 2];
        // A call that took long for another reason lets the queue run empty.
        const bool wasFull = isFull(call.before) && double(call.after) >= stillFull * double(most);
        if (!wasFull || call.range.duration() <= usual)
            continue;
        m_blocked.emplace(call.span.value, usual);
        evident += call.range.duration() > std::max(usual * timesAsLong, usual + shortestWait);
    }
    if (evident < 2) // a single one says nothing
        m_blocked.clear();
    else
        m_depth = size_t(most) + 1;
}

std::vector<SpanId> LaunchQueue::blockedCalls() const
{
    std::vector<SpanId> calls;
    calls.reserve(m_blocked.size());
    for (const auto& [call, own] : m_blocked)
        calls.emplace_back(call);
    std::sort(calls.begin(), calls.end(), [this](SpanId a, SpanId b) { return m_trace->begin(a) < m_trace->begin(b); });
    return calls;
}

TimeNs LaunchQueue::ownTime(SpanId call) const
{
    const auto found = m_blocked.find(call.value);
    return found == m_blocked.end() ? m_trace->duration(call) : std::min(found->second, m_trace->duration(call));
}

std::shared_ptr<const std::vector<LaunchQueue>> launchQueuesOf(const RunContext& context)
{
    RunContext::KeptQueues& kept = context.keptQueues();
    std::call_once(kept.areFound, [&] {
        auto queues = std::make_shared<std::vector<LaunchQueue>>();
        for (const RankInfo& rank : context.trace().ranks())
            queues->emplace_back(context.trace(), rank.rank);
        kept.ofRanks = std::move(queues);
    });
    return kept.ofRanks;
}

} // namespace bubblescope
