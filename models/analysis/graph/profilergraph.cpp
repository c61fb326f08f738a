// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profilergraph.h"

#include "devicelanes.h"
#include "devicespans.h"
#include "devicestreams.h"
#include "hostthreads.h"
#include "lanehistory.h"
#include "launches.h"
#include "launchqueue.h"
#include "tracegraphbuilder.h"
#include "wholerecording.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

/// What has arrived at the device begins within this time after the end of the one before it on its stream.
constexpr TimeNs nextInQueue = 1'000;

class ProfilerGraphBuilder : private TraceGraphBuilder {
public:
    /// `isRepeated`: the step follows itself again and again, see makeRepeatedGraph().
    ProfilerGraphBuilder(const RunContext& context, int step, bool isRepeated)
        : TraceGraphBuilder(context, step), m_isRepeated(isRepeated)
    {
    }

    Result<TraceGraph> run(const GraphBuilder::Options& options)
    {
        if (std::optional<Error> refused = refusal())
            return *std::move(refused);
        m_nodeOfSpan = ColumnVector<uint32_t>(m_trace.spanCount(), none, m_trace.pool());
        m_startedBy.assign(m_trace.spanCount(), SpanId());
        for (const Link& launch : m_trace.launches()) {
            SpanId& first = m_startedBy[launch.from.value];
            first = first.isValid() ? std::min(first, launch.to) : launch.to;
        }
        m_queues = launchQueuesOf(m_context);
        m_isUnlaunched = ranksWithoutLaunches(m_trace);
        m_made.window = TimeRange::nothing();
        if (size_t(m_step) >= m_trace.steps().size())
            return emptyStep();
        for (uint32_t rank = 0; rank < m_trace.ranks().size(); ++rank)
            addRank(rank);
        if (m_made.window.isNothing() || (m_isRepeated && m_made.lasts.empty()))
            return emptyStep();
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        if (m_isRepeated) // devices that end a step before others do go on with the next one
            m_made.window.begin = std::max(m_made.window.begin, m_trace.steps()[size_t(m_step)].range.begin);
        // A rank begins with its first record, whatever costs change.
        for (const uint32_t start : m_isRepeated ? std::vector<uint32_t>() : m_starts)
            m_range[start].begin = m_trace.ranks()[m_made.nodes[start].rank].clock == ClockState::OwnStart
                ? m_range[start].end
                : m_made.window.begin;
        startMeetings();
        addMessageMeetings();
        addCollectiveMeetings(true);
        noteUnmatched();
        setCosts();
        if (m_isRepeated) {
            m_made.assumptions.push_back(m_trace.steps().size() > 1
                    ? say("The step is taken to repeat itself: an answer is the time from one repetition to the next.")
                    : say("Only one step was recorded: an answer is the time from one modelled repetition of it to the "
                          "next."));
        }
        if (recordsOnlyCommunication(m_trace, m_made.window)) {
            m_made.assumptions.push_back(say("Beside communication, only the mark of the step was recorded: what waits "
                                             "for what cannot be told."));
        }
        m_made.assumptions.push_back(say("Dependencies were read from launches, synchronizing calls and the order of "
                                         "streams; where no record tells, from the times."));
        // What one rank shows, all do: they run the same program.
        m_made.mayRunBeside &= !m_seesWaits;
        if (m_made.mayRunBeside) {
            m_made.assumptions.push_back(
                say("Nothing shows whether compute waits for collectives: it is taken to wait, "
                    "and the range reaches to where it does not."));
        }
        return build(options);
    }

private:
    SpanId firstOf(TrackId track) const { return SpanId(m_trace.rowsOf(track).front().firstSpan); }
    const LaunchQueue& queueOf(uint32_t rank) const { return (*m_queues)[rank]; }
    bool isDeviceComm(SpanId span) const { return isCommunication(m_trace.category(span)); }

    void addRank(uint32_t rank)
    {
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        const int32_t number = m_trace.ranks()[rank].rank;
        // Spans outside of all steps belong to none: the profiler's own work, and leftovers in its buffers.
        const auto steps = m_trace.stepsOf(number);
        const auto step = std::find_if(steps.begin(), steps.end(),
            [&](const RankStep& candidate) { return candidate.step.number == m_trace.steps()[size_t(m_step)].number; });
        const TimeRange own = step == steps.end() ? TimeRange {} : step->step.range;
        bool isOfDevice = step != steps.end() && step->isOfDevice();
        const TimeRange range = isOfDevice && m_isRepeated ? launchTimeOf(steps, step) : own;
        m_made.ranges.push_back(range);
        m_isFollowed = step != steps.end() && std::next(step) != steps.end();
        if (range.isEmpty())
            return;
        m_waits.clear();
        m_calls.clear();
        m_carriers.clear();
        // What its device begins in the step of others stands for what was launched in it; its host, which was in
        // another one by then, for nothing.
        const bool isUnlaunched = m_isRepeated && m_isUnlaunched[rank];
        m_device = m_isRepeated && !isUnlaunched ? DeviceSpans::launchedIn(m_trace, number, range)
                                                 : DeviceSpans(m_trace, number, range);
        if (!m_isRepeated && step != steps.end() && isWholeRecording(*step))
            isOfDevice = lastsWithDevice(range);
        m_order = LaunchOrder(m_trace);
        const bool hasWork = !m_device.byBegin().empty();
        const TimeRange ofHost
            = isOfDevice && hasWork && !m_isRepeated ? untilLastLaunch(m_trace, m_device, range) : range;
        const std::vector<HostThread> threads = ofHost.isEmpty() || isUnlaunched
            ? std::vector<HostThread>()
            : hostThreads(m_trace, number, ofHost, m_startedBy);
        if (threads.empty() && !hasWork)
            return;
        TimeRange whole = m_isRepeated || (isOfDevice && hasWork) ? range : TimeRange::nothing();
        for (const SpanId span : m_isRepeated ? std::vector<SpanId>() : m_device.byBegin())
            whole = whole.united(m_trace.range(span).intersected(range));
        for (const HostThread& thread : m_isRepeated ? std::vector<HostThread>() : threads)
            whole = whole.united(thread.range);
        if (whole.isNothing())
            return;
        if (m_isRepeated)
            whole = isOfDevice || isUnlaunched ? own : stepOfDevice(m_trace, number, m_device, range);
        m_made.window = m_made.window.united(whole);

        for (const SpanId span : m_device.byBegin()) {
            if (!isDeviceComm(span))
                addDeviceNode(span, rank);
        }
        const auto start = uint32_t(m_made.nodes.size());
        const SpanId first = threads.empty() ? m_device.byBegin().front() : firstOf(threads.front().track);
        const TimeNs begin = m_isRepeated ? range.begin : whole.begin;
        addNode(first, first, rank, {begin, begin}, false).isStart = true;
        m_starts.push_back(start);
        addThreads(threads, rank, start);
        for (const SpanId span : m_device.byBegin()) {
            if (isDeviceComm(span))
                addDeviceNode(span, rank).isStream = true;
        }
        for (const SpanId leg : m_device.legs()) {
            const uint32_t node = m_nodeOfSpan[m_trace.charged(leg).value];
            m_nodeOfSpan[leg.value] = node;
            if (node != none)
                m_made.nodes[node].leg = leg;
        }
        connectLanes(start);
        connectStreamWaits(threads);
        connectByTime();
        connectWaits();
        if (m_isRepeated) {
            const UnrecordedWaits waits = unrecordedWaits(m_trace, m_device, threads);
            for (const auto& [before, after] : waits.pairs)
                addEdge(m_nodeOfSpan[before.value], m_nodeOfSpan[after.value]);
            m_made.mayRunBeside |= waits.ofCollectives;
            m_seesWaits |= waits.areSeen;
            connectQueue(rank);
        }
    }

    /// What its host does after the last launch of which the work is in a recording belongs to what follows.
    bool lastsWithDevice(TimeRange recording) const
    {
        const std::vector<SpanId>& all = m_device.byBegin();
        const auto reachesEnd = [&](SpanId span) { return m_trace.end(span) >= recording.end; };
        const auto isLaunched = [&](SpanId span) { return m_trace.launchOf(span).isValid(); };
        return std::any_of(all.begin(), all.end(), reachesEnd) && std::any_of(all.begin(), all.end(), isLaunched);
    }

    /// Time beyond the rank's step belongs to the next step, or was not read.
    TraceGraph::Node& addDeviceNode(SpanId span, uint32_t rank)
    {
        m_nodeOfSpan[span.value] = uint32_t(m_made.nodes.size());
        const TimeRange own = m_isRepeated ? m_trace.range(span) : m_trace.range(span).intersected(m_made.ranges[rank]);
        return addNode(span, span, rank, own, isDeviceComm(span));
    }

    void addEdge(uint32_t from, uint32_t to) { m_edges.emplace_back(from, to); }

    /// A thread becomes a chain of pieces, split where it launches, waits or is waited for.
    void addThreads(const std::vector<HostThread>& threads, uint32_t rank, uint32_t start)
    {
        struct Resumed {
            uint32_t node;
            uint32_t thread;
            TimeNs reached;
        };
        std::vector<Resumed> resumed;
        std::vector<std::vector<uint32_t>> nodesOf(threads.size());
        const size_t main = m_isRepeated ? mainThread(threads) : threads.size();
        for (uint32_t t = 0; t < threads.size(); ++t) {
            const HostThread& thread = threads[t];
            std::vector<uint32_t>& own = nodesOf[t];
            TimeNs cursor = t == main ? m_range[start].begin : thread.range.begin;
            SpanId latest = firstOf(thread.track);
            SpanId work;   // that contains the cursor
            SpanId polled; // a kernel that the thread launched and polls for
            const auto add = [&](SpanId span, TimeNs until, bool isComm) {
                const auto node = uint32_t(m_made.nodes.size());
                addNode(span, span, rank, {cursor, std::max(cursor, until)}, isComm).isWork = span == work;
                addEdge(own.empty() ? start : own.back(), node);
                own.push_back(node);
                cursor = std::max(cursor, until);
                return node;
            };
            bool isFresh = true; // the next piece needs its own node
            const auto piece = [&](SpanId span, TimeNs until) {
                latest = span.isValid() ? span : latest;
                if (!isFresh && until <= cursor)
                    return own.back();
                isFresh = false;
                return add(work.isValid() ? work : latest, until, false);
            };
            const auto finishWork = [&](TimeNs until) {
                if (!work.isValid() || m_trace.end(work) > until)
                    return;
                piece({}, m_trace.end(work));
                isFresh = true;
                work = {};
            };
            const auto awaitPolled = [&](TimeNs until) {
                const SpanId kernel = std::exchange(polled, SpanId());
                if (!kernel.isValid() || m_trace.end(kernel) <= cursor || m_trace.end(kernel) > until)
                    return;
                const TimeRange range {cursor, m_trace.end(kernel)};
                m_waits.push_back({add(latest, range.end, false), range, kernel, {}});
                m_made.nodes.back().isCall = m_isRepeated;
                isFresh = true;
            };
            for (const HostEvent& event : thread.events) {
                if (event.kind != HostEvent::Kind::Resume)
                    awaitPolled(event.range.begin);
                finishWork(event.range.begin);
                switch (event.kind) {
                case HostEvent::Kind::StreamWait:
                    break;
                case HostEvent::Kind::HandOver:
                    piece({}, event.range.begin);
                    break;
                case HostEvent::Kind::Launch:
                    m_nodeOfSpan[event.span.value] = piece(event.span, event.range.begin);
                    if (isPolledFor(m_startedBy[event.span.value]))
                        polled = m_startedBy[event.span.value];
                    if (const SpanId copy = awaitedCopy(event.span); copy.isValid()) {
                        m_waits.push_back({add(event.span, event.range.end, false), event.range, copy, {}});
                        m_made.nodes.back().isCall = m_isRepeated;
                    } else if (!m_isRepeated && queueOf(rank).blocked(event.span)) {
                        // Room is made when the device has finished something else.
                        m_waits.push_back({add(event.span, event.range.end, false), event.range, {}, {}});
                    } else if (m_isRepeated) {
                        m_calls.push_back(add(event.span, event.range.end, false));
                        m_made.nodes.back().isCall = true;
                    }
                    break;
                case HostEvent::Kind::Wait:
                    piece(event.span, event.range.begin);
                    m_waits.push_back({add(event.span, event.range.end, false), event.range, {}, event.span});
                    m_made.nodes.back().isCall = m_isRepeated;
                    break;
                case HostEvent::Kind::Communication:
                    if (event.range.end <= cursor)
                        break;
                    piece(event.span, event.range.begin);
                    m_nodeOfSpan[event.span.value] = add(event.span, event.range.end, true);
                    break;
                case HostEvent::Kind::Compute:
                    // The outermost span counts.
                    if (work.isValid() && m_trace.end(work) >= event.range.end)
                        break;
                    piece({}, event.range.begin);
                    isFresh = true;
                    work = event.span;
                    break;
                case HostEvent::Kind::Resume:
                    // A thread that wakes for the first time has no earlier piece.
                    if (!own.empty() || event.range.begin > cursor)
                        piece({}, event.range.begin);
                    cursor = std::max(cursor, event.range.end);
                    isFresh = true;
                    resumed.push_back({uint32_t(m_made.nodes.size()), event.thread, event.reached});
                    break;
                }
            }
            finishWork(thread.range.end);
            piece({}, std::max(cursor, t == main && m_isFollowed ? m_made.ranges[rank].end : thread.range.end));
            if (t == main)
                carry(own.back(), start, m_range[start].begin);
            else if (m_isRepeated)
                carry(own.back(), own.front(), std::nullopt);
        }
        for (const Resumed& resume : resumed) {
            // The piece that ends at the time which the other thread had reached.
            const std::vector<uint32_t>& others = nodesOf[resume.thread];
            const auto node = std::lower_bound(others.begin(), others.end(), resume.reached,
                [&](uint32_t n, TimeNs time) { return m_range[n].end < time; });
            if (node != others.end() && m_range[*node].end <= m_range[resume.node].begin)
                addEdge(*node, resume.node);
        }
        // Whatever made another thread begin, it was something that the first one did.
        for (uint32_t t = 0; main < threads.size() && t < threads.size(); ++t) {
            const auto after = std::upper_bound(nodesOf[main].begin(), nodesOf[main].end(),
                m_range[nodesOf[t].front()].begin, [&](TimeNs time, uint32_t n) { return time < m_range[n].end; });
            if (t != main && after != nodesOf[main].begin())
                addEdge(*std::prev(after), nodesOf[t].front());
        }
    }

    /// The host of DeepEP reads memory that this kernel writes until it has written how many tokens come; no call is
    /// recorded (csrc/deep_ep.cpp, "CPU recv" in intranode_dispatch() and internode_dispatch(); the counters are
    /// written by notify_dispatch() of csrc/kernels/intranode.cu and internode.cu, but not where a handle knows them
    /// already, by cached_notify_dispatch()).
    bool isPolledFor(SpanId started) const
    {
        if (!started.isValid())
            return false;
        const std::string_view name = m_trace.name(started);
        return name.find("notify_dispatch") != std::string_view::npos
            && name.find("cached_notify_dispatch") == std::string_view::npos;
    }

    /// A copy from or to host memory that the call itself waits for.
    SpanId awaitedCopy(SpanId call) const
    {
        const SpanId started = m_startedBy[call.value];
        const bool isAwaited = m_nodeOfSpan[started.value] != none && m_trace.category(started) == Category::MemoryCopy
            && m_trace.end(started) <= m_trace.end(call);
        return isAwaited ? started : SpanId();
    }

    /// Connects spans in the order of their stream. Where no launch tells it, overlapping ones are on several streams
    /// and wait for what had ended, as far as a clock can tell.
    void connectLanes(uint32_t start)
    {
        for (const DeviceStream& stream : streamsOf(m_trace, m_device)) {
            const DeviceSpans::Lane& lane = stream.lane;
            const bool isStream = stream.isOne;
            LaneHistory history;
            SpanId previous;
            std::vector<uint32_t> first; // that wait for nothing on the lane
            TimeNs reached = std::numeric_limits<TimeNs>::min();
            for (const SpanId span : isStream ? inLaunchOrder(m_trace, lane.spans) : lane.spans) {
                const uint32_t node = m_nodeOfSpan[span.value];
                const RowId row = m_trace.row(span);
                reached = std::max(reached, m_trace.begin(span) + clockError);
                SpanId before = history.overBy(reached);
                if (isStream && previous.isValid() && areInOrder(m_trace, previous, span))
                    before = previous;
                else if (!isStream && before.isValid() && m_trace.end(before) > m_trace.end(span))
                    before = {};
                previous = span;
                if (before.isValid())
                    addEdge(m_nodeOfSpan[before.value], node);
                if (const SpanId own = history.lastOf(row); own.isValid() && own != before)
                    addEdge(m_nodeOfSpan[own.value], node);
                history.add(row, span, m_trace.end(span));
                const uint32_t launched = launcherOf(span);
                if (launched != none && m_range[launched].end <= m_trace.begin(span) + clockError)
                    addEdge(m_isRepeated && !waitsForUnrecorded(stream, span) ? wayToDevice(launched, span, before)
                                                                              : launched,
                        node);
                else if (!before.isValid() && !m_isRepeated)
                    addEdge(start, node);
                if (!before.isValid())
                    first.push_back(node);
            }
            if (m_isRepeated && !lane.spans.empty())
                carryStream(stream, isStream ? previous : lastEnded(m_trace, lane), first);
        }
    }

    /// The piece of a thread after which the kernel or copy may begin: its call where that had returned, what was
    /// before it otherwise. None where no launch was recorded.
    uint32_t launcherOf(SpanId span) const
    {
        const SpanId call = m_trace.launchOf(span);
        const uint32_t before = call.isValid() ? m_nodeOfSpan[call.value] : none;
        if (before == none || !m_isRepeated)
            return before;
        const uint32_t own = before + 1;
        const bool hasReturned = own < m_made.nodes.size() && m_made.nodes[own].span == call && m_made.nodes[own].isCall
            && m_range[own].end <= m_trace.begin(span) + clockError;
        return hasReturned ? own : before;
    }

    /// The stream made to wait is that of the thread's next launch; it waits for everything given to the other streams
    /// so far.
    void connectStreamWaits(const std::vector<HostThread>& threads)
    {
        std::vector<std::tuple<TimeNs, uint32_t, SpanId>> calls; // time, thread, launch or wait
        for (uint32_t t = 0; t < threads.size(); ++t) {
            for (const HostEvent& event : threads[t].events) {
                if (event.kind == HostEvent::Kind::StreamWait || event.kind == HostEvent::Kind::Launch)
                    calls.emplace_back(event.range.begin, t, event.span);
            }
        }
        std::sort(calls.begin(), calls.end());
        std::map<TrackId, SpanId> given; // the last one of each lane
        std::vector<std::map<TrackId, SpanId>> awaited(threads.size());
        std::vector<bool> waits(threads.size(), false);
        for (const auto& [time, thread, call] : calls) {
            const SpanId span = m_startedBy[call.value];
            if (!span.isValid()) {
                awaited[thread] = given;
                waits[thread] = true;
                continue;
            }
            if (m_nodeOfSpan[span.value] == none)
                continue; // belongs to the next step
            const TrackId lane = m_trace.track(span);
            if (waits[thread] && m_isRepeated) {
                for (const auto& [other, carrier] : m_carriers) {
                    if (other != lane && !awaited[thread].contains(other)
                        && carrier.over <= m_trace.begin(span) + clockError)
                        carry(carrier.node, m_nodeOfSpan[span.value], carrier.over);
                }
            }
            waits[thread] = false;
            for (const auto& [other, last] : awaited[thread]) {
                if (other != lane && isOverBy(m_trace, last, m_trace.begin(span))
                    && m_trace.begin(last) < m_trace.begin(span) && m_trace.end(last) <= m_trace.end(span))
                    addEdge(m_nodeOfSpan[last.value], m_nodeOfSpan[span.value]);
            }
            awaited[thread].clear();
            given[lane] = span;
        }
    }

    /// A kernel launched long ago that begins directly after the end of one on another lane has waited for that one.
    /// Where no launch is recorded at all, a lane that was free follows what ended last on another one.
    void connectByTime()
    {
        const std::vector<SpanId>& all = m_device.byBegin();
        const bool knowsLaunches
            = std::any_of(all.begin(), all.end(), [&](SpanId span) { return m_trace.launchOf(span).isValid(); });
        for (const DeviceSpans::Lane& lane : m_device.lanes()) {
            TimeNs free = std::numeric_limits<TimeNs>::min();
            if (const auto carrier = m_carriers.find(lane.track); carrier != m_carriers.end())
                free = carrier->second.over;
            for (const SpanId span : lane.spans) {
                const TimeNs begin = m_trace.begin(span);
                const SpanId call = m_trace.launchOf(span);
                const TimeNs launched = call.isValid() ? m_trace.begin(call) : knowsLaunches ? begin : free;
                if (std::max(free, launched) + promptStart < begin) {
                    // Not itself, nor what began with it: either may be over within the error of the clock.
                    const SpanId before
                        = m_device.lastEnded(begin + clockError, std::max(free, launched), begin, begin);
                    if (before.isValid() && (!knowsLaunches || m_trace.end(before) + promptStart >= begin)
                        && m_trace.end(before) <= m_trace.end(span) && m_order.time(before) < m_order.time(span))
                        addEdge(m_nodeOfSpan[before.value], m_nodeOfSpan[span.value]);
                }
                free = std::max(free, m_trace.end(span));
            }
        }
    }

    /// A call that waits for the GPU returns shortly after the end of what it waited for.
    void connectWaits()
    {
        for (const DeviceWait& wait : m_waits) {
            if (m_isRepeated && !wait.copy.isValid()) {
                connectRepeatedWait(wait);
                continue;
            }
            const SpanId awaited = wait.copy.isValid()
                ? wait.copy
                : m_device.lastEnded(wait.range.end + clockError, wait.range.begin, wait.range.begin);
            if (awaited.isValid() && m_nodeOfSpan[awaited.value] != none)
                addEdge(m_nodeOfSpan[awaited.value], wait.node);
            // All streams, not just the last to end: with other costs it may be another one.
            const bool isForAll
                = wait.call.isValid() && m_trace.name(wait.call).find("Device") != std::string_view::npos;
            for (const DeviceSpans::Lane& lane : m_device.lanes()) {
                const auto after = std::upper_bound(lane.spans.begin(), lane.spans.end(), wait.range.begin,
                    [&](TimeNs time, SpanId span) { return time < m_trace.begin(span); });
                if (!isForAll || after == lane.spans.begin() || *std::prev(after) == awaited)
                    continue;
                const SpanId last = *std::prev(after);
                const SpanId call = m_trace.launchOf(last);
                if (isOverBy(m_trace, last, wait.range.end)
                    && (!call.isValid() || m_trace.begin(call) < wait.range.begin))
                    addEdge(m_nodeOfSpan[last.value], wait.node);
            }
        }
    }

    void setCosts()
    {
        if (m_isRepeated)
            return setRepeatedCosts();
        std::vector<TimeNs> ready(m_made.nodes.size(), m_made.window.begin);
        for (const uint32_t start : m_starts)
            ready[start] = m_range[start].begin;
        for (const auto& [from, to] : m_edges)
            ready[to] = std::max(ready[to], m_over[from]);
        startCosts();
        for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
            const TimeNs begin = beginAfter(n, ready[n]);
            m_work.after[n] = none;
            m_work.lead[n] = begin - ready[n];
            m_work.cost[n] = m_hasMeeting[n] ? 0 : std::max<TimeNs>(0, m_over[n] - begin);
        }
    }

    /// When a node began to do what it takes itself. On a device that is its recorded begin: where it overlaps what it
    /// waited for, its lead is negative. A thread waits until then; by the clock it may be over a moment before.
    TimeNs beginAfter(uint32_t node, TimeNs ready) const
    {
        const TimeNs own = m_range[node].begin;
        return isOfDevice(node) ? own : std::min(std::max(own, ready), std::max(own, m_over[node]));
    }
    /// A kernel or copy.
    bool isOfDevice(uint32_t node) const
    {
        const TraceGraph::Node& of = m_made.nodes[node];
        return !of.isStart && isDeviceLane(m_trace.track(m_trace.track(of.span)).lane);
    }

    Result<TraceGraph> build(const GraphBuilder::Options& options)
    {
        GraphBuilder builder;
        for (const auto& [from, to] : m_edges)
            builder.addEdge(from, to);
        m_made.measured = std::move(m_range);
        return finish(builder, options);
    }

    struct DeviceWait {
        uint32_t node;
        TimeRange range;
        SpanId copy; // that the call waits for; if invalid, the times decide
        SpanId call;
    };

    // Of repeated steps.

    /// What `to` waits for of the repetition before; `over`: when that was, in the repetition before the recorded one.
    void carry(uint32_t from, uint32_t to, std::optional<TimeNs> over, uint32_t back = 1)
    {
        m_made.carried.push_back({from, to, back});
        if (over) {
            TimeNs& ready = m_carriedReady.try_emplace(to, *over).first->second;
            ready = std::max(ready, *over);
        }
    }

    /// The one that goes through the whole step: nobody wakes it.
    size_t mainThread(const std::vector<HostThread>& threads) const
    {
        size_t main = threads.size();
        for (size_t t = 0; t < threads.size(); ++t) {
            const std::vector<HostEvent>& events = threads[t].events;
            if (events.empty() || events.front().kind == HostEvent::Kind::Resume)
                continue;
            if (main == threads.size() || events.front().range.begin < threads[main].events.front().range.begin)
                main = t;
        }
        return main == threads.size() && !threads.empty() ? 0 : main;
    }

    /// A launch takes a while to arrive, but what waits behind others on its stream has long arrived when it is its
    /// turn: then it begins at once.
    uint32_t wayToDevice(uint32_t launched, SpanId span, SpanId before)
    {
        const TimeNs begin = m_trace.begin(span);
        const TimeRange way {m_range[launched].end, std::min(begin, m_range[launched].end + promptStart)};
        const TimeNs free = before.isValid() ? m_trace.end(before) : way.begin;
        const bool hasQueued = free > way.begin && (free + nextInQueue >= begin || way.end < begin);
        if (way.isEmpty() || hasQueued)
            return launched;
        const auto node = uint32_t(m_made.nodes.size());
        addNode(span, span, m_made.nodes[launched].rank, way, false).isStart = true;
        addEdge(launched, node);
        return node;
    }

    /// When the stream was free of what was launched before; nothing where that was not recorded.
    std::optional<TimeNs> freeBefore(const DeviceStream& stream) const
    {
        const SpanId first = stream.lane.spans.front();
        std::optional<TimeNs> free;
        for (const TrackId track : stream.tracks) {
            for (const Row& row : m_trace.rowsOf(track)) {
                const auto begins = std::span(m_trace.timing().begin).subspan(row.firstSpan, row.spanCount);
                const auto after
                    = std::lower_bound(begins.begin(), begins.end(), m_trace.begin(first)) - begins.begin();
                if (after > 0) {
                    const TimeNs end = m_trace.end(SpanId(row.firstSpan + uint32_t(after) - 1));
                    free = std::max(free.value_or(end), end);
                }
            }
        }
        return free;
    }

    /// Whether it is the first operation of a device that is behind its host, and nothing was recorded of what keeps it
    /// waiting: what the device did for steps before the recording.
    bool waitsForUnrecorded(const DeviceStream& stream, SpanId span) const
    {
        constexpr TimeNs largestPart = 20; // of a step: a twentieth, as where the queue of a step changes
        constexpr TimeNs longestWay = 10 * promptStart; // from a launch to an idle device
        if (!m_isRepeated || span != m_device.byBegin().front() || isDeviceComm(span) || freeBefore(stream))
            return false;
        const uint32_t launched = launcherOf(span);
        return launched != none
            && m_trace.begin(span) - m_range[launched].end
            > std::max(longestWay, m_made.window.duration() / largestPart);
    }

    void carryStream(const DeviceStream& stream, SpanId last, const std::vector<uint32_t>& first)
    {
        const uint32_t from = m_nodeOfSpan[last.value];
        const std::optional<TimeNs> free = freeBefore(stream);
        m_made.lasts.push_back(from);
        for (const TrackId track : stream.tracks)
            m_carriers[track] = {from, free.value_or(std::numeric_limits<TimeNs>::min())};
        for (const uint32_t node : first) {
            // Its stream was free when it began.
            if (waitsForUnrecorded(stream, m_made.nodes[node].span))
                carry(from, node, m_range[node].begin);
            else if (!free || *free <= m_range[node].begin + clockError)
                carry(from, node, free);
        }
    }

    /// A call for the device waits for all that was launched before, one for a stream for that of one lane: the one
    /// that was over when it returned, else the busiest one.
    void connectRepeatedWait(const DeviceWait& wait)
    {
        const bool isForAll = m_trace.name(wait.call).find("Device") != std::string_view::npos;
        const SpanId awaited = m_device.lastEnded(wait.range.end + clockError, wait.range.begin, wait.range.begin);
        if (awaited.isValid())
            addEdge(m_nodeOfSpan[awaited.value], wait.node);
        const DeviceSpans::Lane* const busiest = busiestStream(m_trace, m_device);
        for (const DeviceSpans::Lane& lane : m_device.lanes()) {
            if (lane.spans.empty() || (!isForAll && (awaited.isValid() || &lane != busiest)))
                continue;
            const SpanId last = m_order.lastBefore(lane, wait.range.begin);
            if (last.isValid() && last != awaited && isOverBy(m_trace, last, wait.range.end))
                addEdge(m_nodeOfSpan[last.value], wait.node);
            const auto carrier = m_carriers.find(lane.track);
            if (!last.isValid() && carrier != m_carriers.end() && carrier->second.over <= wait.range.end + clockError)
                carry(carrier->second.node, wait.node, carrier->second.over);
        }
    }

    /// A call returns once there is room for what it launches.
    void connectQueue(uint32_t rank)
    {
        constexpr size_t furthest = 3; // repetitions; a queue that holds more of them never holds a step up
        std::stable_sort(m_calls.begin(), m_calls.end(),
            [&](uint32_t a, uint32_t b) { return m_range[a].begin < m_range[b].begin; });
        const size_t count = m_calls.size();
        const size_t depth = queueOf(rank).depth();
        for (size_t i = 0; i < count; ++i) {
            const size_t back = i >= depth ? 0 : (depth - i + count - 1) / count;
            if (back > furthest)
                continue;
            const SpanId started = m_startedBy[m_made.nodes[m_calls[i + back * count - depth]].span.value];
            const uint32_t node = m_nodeOfSpan[started.value];
            if (node == none)
                continue;
            if (back == 0)
                addEdge(node, m_calls[i]);
            else
                carry(node, m_calls[i], std::nullopt, uint32_t(back));
        }
    }

    /// Where a wait was recorded, it is no cost: what a node itself takes, and how long it begins after what it waits
    /// for.
    void setRepeatedCosts()
    {
        constexpr TimeNs never = std::numeric_limits<TimeNs>::min();
        std::vector<TimeNs> ready(m_made.nodes.size(), never);
        for (const auto& [node, over] : m_carriedReady)
            ready[node] = over;
        for (const auto& [from, to] : m_edges)
            ready[to] = std::max(ready[to], m_over[from]);
        startCosts();
        for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
            const TraceGraph::Node& node = m_made.nodes[n];
            const TimeRange own = m_range[n];
            const TimeNs from = ready[n] == never ? own.begin
                : isOfDevice(n)                   ? ready[n]
                                                  : std::min(ready[n], std::max(own.begin, m_over[n]));
            const TimeNs begin = beginAfter(n, from);
            m_work.after[n] = none;
            m_work.lead[n] = begin - from;
            m_work.cost[n] = m_hasMeeting[n] ? 0 : std::max<TimeNs>(0, m_over[n] - begin);
            if (node.isCall && m_startedBy[node.span.value].isValid() && queueOf(node.rank).blocked(node.span)) {
                m_work.lead[n] = 0;
                m_work.cost[n] = queueOf(node.rank).ownTime(node.span);
            }
        }
    }

    const bool m_isRepeated;
    std::vector<bool> m_isUnlaunched; // by rank index
    bool m_seesWaits = false; // of compute for collectives, or that there are none
    std::vector<SpanId> m_startedBy; // by span: what a call launched first
    std::vector<uint32_t> m_starts;  // one per rank
    std::vector<std::pair<uint32_t, uint32_t>> m_edges;
    // Of the current rank:
    bool m_isFollowed = false; // by another step, with which its range ends
    DeviceSpans m_device;
    std::vector<DeviceWait> m_waits;
    std::vector<uint32_t> m_calls; // nodes of launching calls
    std::shared_ptr<const std::vector<LaunchQueue>> m_queues; // by rank
    /// What a lane does last in a repetition, and when that was over in the repetition before the recorded one.
    struct Carrier {
        uint32_t node;
        TimeNs over;
    };
    std::map<TrackId, Carrier> m_carriers;
    LaunchOrder m_order;
    std::unordered_map<uint32_t, TimeNs> m_carriedReady; // by node: when what it waits for of before was over
};

} // namespace

Result<TraceGraph> makeProfilerGraph(const RunContext& context, int step, const GraphBuilder::Options& options)
{
    return ProfilerGraphBuilder(context, step, false).run(options);
}

Result<TraceGraph> makeRepeatedGraph(const RunContext& context, int step, const GraphBuilder::Options& options)
{
    return ProfilerGraphBuilder(context, step, true).run(options);
}

} // namespace bubblescope
