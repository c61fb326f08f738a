// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profilergraph.h"

#include "devicespans.h"
#include "hostthreads.h"
#include "lanehistory.h"
#include "tracegraphbuilder.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// A kernel begins within this time after what it waited for; otherwise it had another reason.
constexpr TimeNs promptStart = 10'000;
/// What follows on a stream may begin so much before the end of what it waited for: clocks tick in steps, converters
/// round, and a dependent launch begins early.
constexpr TimeNs clockError = 5'000;

class ProfilerGraphBuilder : private TraceGraphBuilder {
public:
    ProfilerGraphBuilder(const RunContext& context, int step) : TraceGraphBuilder(context, step) { }

    Result<TraceGraph> run(const GraphBuilder::Options& options)
    {
        if (std::optional<Error> refused = refusal())
            return *std::move(refused);
        m_nodeOfSpan.assign(m_trace.spanCount(), none);
        m_startedBy.assign(m_trace.spanCount(), SpanId());
        for (const Link& launch : m_trace.launches()) {
            SpanId& first = m_startedBy[launch.from.value];
            first = first.isValid() ? std::min(first, launch.to) : launch.to;
        }
        m_made.window = TimeRange::nothing();
        if (size_t(m_step) >= m_trace.steps().size())
            return emptyStep();
        for (uint32_t rank = 0; rank < m_trace.ranks().size(); ++rank)
            addRank(rank);
        if (m_made.window.isNothing())
            return emptyStep();
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        // A rank begins with its first record, whatever costs change.
        for (const uint32_t start : m_starts)
            m_range[start].begin = m_trace.ranks()[m_made.nodes[start].rank].clock == ClockState::OwnStart
                ? m_range[start].end
                : m_made.window.begin;
        startMeeting();
        meetMessages();
        meetCollectives(true);
        noteUnmatched();
        setCosts();
        m_made.assumptions.push_back(say("Dependencies were read from launches, synchronizing calls and the order of "
                                         "streams; where no record tells, from the times."));
        return build(options);
    }

private:
    SpanId firstOf(TrackId track) const { return SpanId(m_trace.rowsOf(track).front().firstSpan); }
    bool isDeviceComm(SpanId span) const { return isCommunication(m_trace.category(span)); }

    void addRank(uint32_t rank)
    {
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        const int32_t number = m_trace.ranks()[rank].rank;
        // Spans outside of all steps belong to none: the profiler's own work, and leftovers in its buffers.
        const auto steps = m_trace.stepsOf(number);
        const auto step = std::find_if(steps.begin(), steps.end(), [&](const RankStep& candidate) {
            return candidate.step.number == m_trace.steps()[size_t(m_step)].number;
        });
        const TimeRange range = step == steps.end() ? TimeRange {} : step->step.range;
        m_made.ranges.push_back(range);
        if (range.isEmpty())
            return;
        m_waits.clear();
        m_device = DeviceSpans(m_trace, number, range);
        const std::vector<HostThread> threads = hostThreads(m_trace, number, range, m_startedBy);
        TimeRange whole = TimeRange::nothing();
        for (const SpanId span : m_device.byBegin())
            whole = whole.united(m_trace.range(span).intersected(range));
        for (const HostThread& thread : threads)
            whole = whole.united(thread.range);
        if (whole.isNothing())
            return;
        m_made.window = m_made.window.united(whole);

        for (const SpanId span : m_device.byBegin()) {
            if (!isDeviceComm(span))
                addDeviceNode(span, rank);
        }
        const auto start = uint32_t(m_made.nodes.size());
        const SpanId first = threads.empty() ? m_device.byBegin().front() : firstOf(threads.front().track);
        addNode(first, first, rank, {whole.begin, whole.begin}, false).isStart = true;
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
    }

    /// Time beyond the rank's step belongs to the next step, or was not read.
    TraceGraph::Node& addDeviceNode(SpanId span, uint32_t rank)
    {
        m_nodeOfSpan[span.value] = uint32_t(m_made.nodes.size());
        const TimeRange own = m_trace.range(span).intersected(m_made.ranges[rank]);
        return addNode(span, span, rank, own, isDeviceComm(span));
    }

    /// As far as clocks tell.
    bool isOver(SpanId span, TimeNs time) const { return m_trace.end(span) <= time + clockError; }
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
        for (uint32_t t = 0; t < threads.size(); ++t) {
            const HostThread& thread = threads[t];
            std::vector<uint32_t>& own = nodesOf[t];
            TimeNs cursor = thread.range.begin;
            SpanId latest = firstOf(thread.track);
            SpanId work; // that contains the cursor
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
            for (const HostEvent& event : thread.events) {
                finishWork(event.range.begin);
                switch (event.kind) {
                case HostEvent::Kind::StreamWait:
                    break;
                case HostEvent::Kind::HandOver:
                    piece({}, event.range.begin);
                    break;
                case HostEvent::Kind::Launch:
                    m_nodeOfSpan[event.span.value] = piece(event.span, event.range.begin);
                    if (const SpanId copy = awaitedCopy(event.span); copy.isValid())
                        m_waits.push_back({add(event.span, event.range.end, false), event.range, copy, {}});
                    break;
                case HostEvent::Kind::Wait:
                    piece(event.span, event.range.begin);
                    m_waits.push_back({add(event.span, event.range.end, false), event.range, {}, event.span});
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
            piece({}, std::max(cursor, thread.range.end));
        }
        for (const Resumed& resume : resumed) {
            // The piece that ends at the time which the other thread had reached.
            const std::vector<uint32_t>& others = nodesOf[resume.thread];
            const auto node = std::lower_bound(others.begin(), others.end(), resume.reached,
                [&](uint32_t n, TimeNs time) { return m_range[n].end < time; });
            if (node != others.end() && m_range[*node].end <= m_range[resume.node].begin)
                addEdge(*node, resume.node);
        }
    }

    /// A copy from or to host memory that the call itself waits for.
    SpanId awaitedCopy(SpanId call) const
    {
        const SpanId started = m_startedBy[call.value];
        const bool isAwaited = m_nodeOfSpan[started.value] != none && m_trace.category(started) == Category::MemoryCopy
            && m_trace.end(started) <= m_trace.end(call);
        return isAwaited ? started : SpanId();
    }

    /// Whether the lane is one stream of the device. The lane of a process group holds what runs on any stream.
    bool isOneStream(const DeviceSpans::Lane& lane) const
    {
        const Track& track = m_trace.track(lane.track);
        return track.lane != Lane::Communication && track.group == Category::Other;
    }

    /// A stream runs what it is given in the order of the launches, whatever a clock says: the spans of a lane by
    /// begin, with those that were launched by calls of their own in the order of these.
    std::vector<SpanId> inStreamOrder(const DeviceSpans::Lane& lane) const
    {
        std::vector<SpanId> spans = lane.spans;
        std::vector<SpanId> launched;
        for (const SpanId span : spans) {
            if (m_trace.launchOf(span).isValid())
                launched.push_back(span);
        }
        std::stable_sort(launched.begin(), launched.end(), [&](SpanId a, SpanId b) {
            return m_trace.begin(m_trace.launchOf(a)) < m_trace.begin(m_trace.launchOf(b));
        });
        auto next = launched.begin();
        for (SpanId& span : spans) {
            if (m_trace.launchOf(span).isValid())
                span = *next++;
        }
        return spans;
    }

    /// Launched one after the other; the kernels of a graph have one launch, and may run at once.
    bool areInOrder(SpanId before, SpanId span) const
    {
        const SpanId first = m_trace.launchOf(before);
        const SpanId second = m_trace.launchOf(span);
        return first.isValid() && second.isValid() && first != second && m_trace.end(before) <= m_trace.end(span);
    }

    /// Connects spans in the order of their stream. Where no launch tells it, overlapping ones are on several streams
    /// and wait for what had ended, as far as a clock can tell.
    void connectLanes(uint32_t start)
    {
        for (const DeviceSpans::Lane& lane : m_device.lanes()) {
            const bool isStream = isOneStream(lane);
            LaneHistory history;
            SpanId previous;
            TimeNs reached = std::numeric_limits<TimeNs>::min();
            for (const SpanId span : isStream ? inStreamOrder(lane) : lane.spans) {
                const uint32_t node = m_nodeOfSpan[span.value];
                const RowId row = m_trace.row(span);
                reached = std::max(reached, m_trace.begin(span) + clockError);
                SpanId before = history.overBy(reached);
                if (isStream && previous.isValid() && areInOrder(previous, span))
                    before = previous;
                else if (before.isValid() && m_trace.end(before) > m_trace.end(span))
                    before = {};
                previous = span;
                if (before.isValid())
                    addEdge(m_nodeOfSpan[before.value], node);
                if (const SpanId own = history.lastOf(row); own.isValid() && own != before)
                    addEdge(m_nodeOfSpan[own.value], node);
                history.add(row, span, m_trace.end(span));
                const SpanId call = m_trace.launchOf(span);
                const uint32_t launched = call.isValid() ? m_nodeOfSpan[call.value] : none;
                if (launched != none && m_range[launched].end <= m_trace.begin(span) + clockError)
                    addEdge(launched, node);
                else if (!before.isValid())
                    addEdge(start, node);
            }
        }
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
        for (const auto& [time, thread, call] : calls) {
            const SpanId span = m_startedBy[call.value];
            if (!span.isValid()) {
                awaited[thread] = given;
                continue;
            }
            if (m_nodeOfSpan[span.value] == none)
                continue; // belongs to the next step
            const TrackId lane = m_trace.track(span);
            for (const auto& [other, last] : awaited[thread]) {
                if (other != lane && isOver(last, m_trace.begin(span)) && m_trace.begin(last) < m_trace.begin(span)
                    && m_trace.end(last) <= m_trace.end(span))
                    addEdge(m_nodeOfSpan[last.value], m_nodeOfSpan[span.value]);
            }
            awaited[thread].clear();
            given[lane] = span;
        }
    }

    /// A kernel launched long ago that begins directly after the end of one on another lane has waited for that one.
    void connectByTime()
    {
        for (const DeviceSpans::Lane& lane : m_device.lanes()) {
            TimeNs free = std::numeric_limits<TimeNs>::min();
            for (const SpanId span : lane.spans) {
                const TimeNs begin = m_trace.begin(span);
                const SpanId call = m_trace.launchOf(span);
                const TimeNs launched = call.isValid() ? m_trace.begin(call) : begin;
                if (std::max(free, launched) + promptStart < begin) {
                    const SpanId before = m_device.lastEnded(begin + clockError, std::max(free, launched), begin);
                    if (before.isValid() && before != span && m_trace.end(before) + promptStart >= begin
                        && m_trace.begin(before) < begin && m_trace.end(before) <= m_trace.end(span))
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
                if (isOver(last, wait.range.end) && (!call.isValid() || m_trace.begin(call) < wait.range.begin))
                    addEdge(m_nodeOfSpan[last.value], wait.node);
            }
        }
    }

    void setCosts()
    {
        std::vector<TimeNs> ready(m_made.nodes.size(), m_made.window.begin);
        for (const uint32_t start : m_starts)
            ready[start] = m_range[start].begin;
        for (const auto& [from, to] : m_edges)
            ready[to] = std::max(ready[to], m_over[from]);
        startCosts();
        for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
            // By the clock it may be over a moment before what it waited for: its lead is that moment, and negative.
            const TimeNs begin = std::min(std::max(m_range[n].begin, ready[n]), std::max(m_range[n].begin, m_over[n]));
            m_work.after[n] = none;
            m_work.lead[n] = begin - ready[n];
            m_work.cost[n] = m_meets[n] ? 0 : std::max<TimeNs>(0, m_over[n] - begin);
        }
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

    std::vector<SpanId> m_startedBy; // by span: what a call launched first
    std::vector<uint32_t> m_starts;  // one per rank
    std::vector<std::pair<uint32_t, uint32_t>> m_edges;
    // Of the current rank:
    DeviceSpans m_device;
    std::vector<DeviceWait> m_waits;
};

} // namespace

Result<TraceGraph> makeProfilerGraph(
    const RunContext& context, int step, const GraphBuilder::Options& options)
{
    return ProfilerGraphBuilder(context, step).run(options);
}

} // namespace bubblescope
