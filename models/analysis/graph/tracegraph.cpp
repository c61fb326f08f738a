// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracegraph.h"

#include "awaitedgaps.h"
#include "devicelanes.h"
#include "freedmemory.h"
#include "parallel.h"
#include "profilergraph.h"
#include "tracegraphbuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

namespace bubblescope {

namespace {

/// Records are rounded to 0.01 ms: smaller overlaps are not real.
constexpr TimeNs roundingNs = 50'000;
/// Those of kernels, saved as doubles: 1 µs.
constexpr TimeNs clockNs = 1'000;

/// Records of one rank in the step.
struct RankRecords {
    std::vector<SpanId> operations;               // in program order
    std::vector<std::pair<SpanId, SpanId>> parts; // operation, communication inside it; by operation, then time
    std::vector<SpanId> legs;                     // second records of fused pairs
    std::vector<SpanId> streams;                  // communication that overlaps compute, by time
    std::vector<SpanId> begunBefore;              // what the step before has begun, and this one ends
    TimeRange range;                              // of the step on this rank
    bool areKernels = false;                      // what streams of a device ran, not what a program calls a pass
};

class RankGraphBuilder : private TraceGraphBuilder {
public:
    RankGraphBuilder(const RunContext& context, int step) : TraceGraphBuilder(context, step) { }

    Result<TraceGraph> run(const GraphBuilder::Options& options)
    {
        if (std::optional<Error> refused = refusal())
            return *std::move(refused);
        m_nodeOfSpan = ColumnVector<uint32_t>(m_trace.spanCount(), none, m_trace.pool());
        m_made.window = TimeRange::nothing();
        m_records.resize(m_trace.ranks().size());
        m_made.areKernels = true;
        collect();
        if (m_made.window.isNothing())
            return emptyStep();
        if (!options.mayContinue(1))
            return stopped();
        reserveNodes();
        for (uint32_t rank = 0; rank < m_records.size(); ++rank)
            addNodes(rank);
        if (!options.mayContinue(2))
            return stopped();
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        startMeetings();
        addMessageMeetings();
        const bool recordsWaiting = messagesRecordWaiting();
        if (!options.mayContinue(3))
            return stopped();
        addCollectiveMeetings(true);
        addOptimizerMeetings();
        findAwaited(recordsWaiting);
        noteUnmatched();
        if (!options.mayContinue(4))
            return stopped();
        setCosts();
        if (!options.mayContinue(5))
            return stopped();
        return build(options);
    }

private:
    void collect()
    {
        for (size_t r = 0; r < m_records.size(); ++r) {
            const int32_t rank = m_trace.ranks()[r].rank;
            m_records[r].range = rangeOfStep(rank, true);
            for (const Track& track : m_trace.tracksOf(rank)) {
                for (const Row& row : m_trace.rowsOf(m_trace.idOf(track)))
                    collect(row, track.lane, m_records[r]);
            }
        }
        const auto byTime = [&](SpanId a, SpanId b) {
            return std::tuple(m_trace.begin(a), m_trace.end(a), a) < std::tuple(m_trace.begin(b), m_trace.end(b), b);
        };
        for (size_t r = 0; r < m_records.size(); ++r) {
            RankRecords& records = m_records[r];
            const bool hasDevice = std::any_of(
                records.operations.begin(), records.operations.end(), [&](SpanId span) { return !isOfHost(span); });
            records.areKernels = std::none_of(records.operations.begin(), records.operations.end(), [&](SpanId span) {
                const Operation operation = m_trace.operation(span);
                return (!hasDevice || !isOfHost(span))
                    && (operation == Operation::Forward || operation == Operation::Backward
                        || operation == Operation::WeightGradient);
            });
            m_made.areKernels &= records.areKernels && (hasDevice || records.operations.empty());
            if (records.areKernels)
                cutToStep(records, m_trace.ranks()[r].rank);
            std::sort(records.operations.begin(), records.operations.end(), byTime);
            if (records.areKernels)
                leaveAnnotations(records);
            takeStreams(records);
            joinToLosses(records);
            std::sort(records.parts.begin(), records.parts.end(), [&](const auto& a, const auto& b) {
                return a.first != b.first ? a.first < b.first : byTime(a.second, b.second);
            });
            std::sort(records.streams.begin(), records.streams.end(), byTime);
            for (const std::vector<SpanId>* const spans : {&records.operations, &records.streams}) {
                for (const SpanId span : *spans)
                    m_made.window = m_made.window.united(rangeIn(records, span));
            }
        }
        // A step begins where the previous one ended on the rank, which precedes its own first record.
        if (const auto steps = m_trace.steps(); steps.size() > 1 && !m_made.window.isNothing())
            m_made.window.begin = std::min(m_made.window.begin, steps[size_t(m_step)].range.begin);
    }

    /// Kernels follow each other across the ends of a step, and are recorded before the first and after the last one:
    /// what lies across an end counts as far as it lies inside, as in the measured step. Passes that a program records
    /// end with its step.
    void cutToStep(RankRecords& records, int32_t rank) const
    {
        records.range = rangeOfStep(rank, false);
        for (const SpanId span : records.begunBefore) {
            const bool isOnStream = m_trace.track(m_trace.track(span)).lane == Lane::Stream;
            (isOnStream ? records.streams : records.operations).push_back(span);
        }
        for (std::vector<SpanId>* const spans : {&records.operations, &records.streams}) {
            std::erase_if(*spans, [&](SpanId span) {
                const TimeRange range = m_trace.range(span);
                return range.begin >= records.range.end
                    || (range.begin < records.range.begin && range.end <= records.range.begin);
            });
        }
    }

    bool isOfHost(SpanId span) const { return m_trace.track(m_trace.track(span)).lane == Lane::Host; }

    /// Ranges of a host over what its device runs say whose it is, and are no work beside it.
    void leaveAnnotations(RankRecords& records) const
    {
        std::vector<std::pair<TimeNs, TimeNs>> device; // begin; end of all that began until then
        for (const SpanId span : records.operations) {
            if (!isOfHost(span))
                device.emplace_back(m_trace.begin(span),
                    device.empty() ? m_trace.end(span) : std::max(device.back().second, m_trace.end(span)));
        }
        std::erase_if(records.operations, [&](SpanId span) {
            if (!isOfHost(span))
                return false;
            const auto after = std::lower_bound(device.begin(), device.end(), m_trace.end(span) - clockNs,
                [](const auto& kernel, TimeNs time) { return kernel.first < time; });
            return after != device.begin() && std::prev(after)->second > m_trace.begin(span) + clockNs;
        });
    }

    /// The part of a record that is of the step.
    TimeRange rangeIn(const RankRecords& records, SpanId span) const
    {
        const TimeRange whole = m_trace.range(span);
        if (!records.areKernels)
            return whole;
        return {std::max(whole.begin, records.range.begin), std::min(whole.end, records.range.end)};
    }

    /// Takes communication that runs beside operations out of them.
    void takeStreams(RankRecords& records) const
    {
        const std::vector<SpanId> all = std::move(records.operations);
        records.operations.clear();
        TimeNs over = std::numeric_limits<TimeNs>::min();
        size_t next = 0; // the first operation after the one that is looked at
        for (size_t i = 0; i < all.size(); ++i) {
            const SpanId span = all[i];
            next = std::max(next, i + 1);
            while (next < all.size() && isCommunication(m_trace.category(all[next])))
                ++next;
            const bool isBeside = isCommunication(m_trace.category(span))
                && (runsBeside(m_trace.range(span), over)
                    || (records.areKernels && next < all.size() && isPassedBy(span, all[next])));
            if (isBeside) {
                records.streams.push_back(span);
            } else {
                records.operations.push_back(span);
                over = std::max(over, m_trace.end(span));
            }
        }
    }

    /// A kernel that begins long before the end of communication did not wait for it: it is on another stream.
    bool isPassedBy(SpanId communication, SpanId kernel) const
    {
        const TimeRange range = m_trace.range(communication);
        return range.end > m_trace.begin(kernel) + leastOverlap(range);
    }

    /// An all-reduce within a loss averages it: a part of it, as StepOperations has it, however it is recorded. The
    /// loss waits for it, and that is no compute.
    void joinToLosses(RankRecords& records) const
    {
        std::vector<SpanId> losses;
        std::copy_if(records.operations.begin(), records.operations.end(), std::back_inserter(losses),
            [&](SpanId span) { return m_trace.operation(span) == Operation::Loss; });
        if (losses.empty())
            return;
        std::erase_if(records.streams, [&](SpanId span) {
            if (m_trace.operation(span) != Operation::AllReduce || m_trace.category(span) != Category::DataComm)
                return false;
            const auto after = std::upper_bound(losses.begin(), losses.end(), m_trace.begin(span),
                [&](TimeNs time, SpanId loss) { return time < m_trace.begin(loss); });
            if (after == losses.begin() || m_trace.end(*std::prev(after)) < m_trace.end(span))
                return false;
            records.parts.emplace_back(*std::prev(after), span);
            return true;
        });
    }

    /// Communication that begins while the previous operation still runs must be on a stream of its own, unless only
    /// the clocks of two recorders differ.
    static bool runsBeside(TimeRange range, TimeNs over) { return over > range.begin + leastOverlap(range); }

    static TimeNs leastOverlap(TimeRange range)
    {
        constexpr TimeNs smallPart = 5;
        return std::max(roundingNs, std::min(range.duration() / smallPart, largestBeginSpread));
    }

    void collect(const Row& row, Lane lane, RankRecords& records) const
    {
        const TimeRange range = records.range;
        const auto begins = std::span(m_trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto first = std::lower_bound(begins.begin(), begins.end(), range.begin) - begins.begin();
        const auto last = std::lower_bound(begins.begin(), begins.end(), range.end) - begins.begin();
        if (first > 0 && row.kind != Row::Kind::FusedLegs) {
            const SpanId before(row.firstSpan + uint32_t(first) - 1);
            if (m_trace.end(before) > range.begin && !m_trace.parent(before).isValid())
                records.begunBefore.push_back(before);
        }
        for (auto i = uint32_t(first); i < uint32_t(last); ++i) {
            const SpanId span(row.firstSpan + i);
            if (row.kind == Row::Kind::FusedLegs)
                records.legs.push_back(span);
            else if (lane == Lane::Stream)
                records.streams.push_back(span);
            else if (!m_trace.parent(span).isValid())
                records.operations.push_back(span);
            else if (isCommunication(m_trace.category(span)))
                records.parts.emplace_back(topOf(span), span);
        }
    }

    /// Upper bound, to reserve memory for all nodes: growing would touch gigabytes twice.
    void reserveNodes()
    {
        size_t nodes = 0;
        for (const RankRecords& records : m_records)
            nodes += records.operations.size() + 2 * (records.parts.size() + records.streams.size());
        m_made.nodes.reserve(nodes);
        m_range.reserve(nodes);
    }

    SpanId topOf(SpanId span) const
    {
        while (m_trace.parent(span).isValid())
            span = m_trace.parent(span);
        return span;
    }

    void addNodes(uint32_t rank)
    {
        RankRecords& records = m_records[rank];
        m_made.firstNode.push_back(uint32_t(m_made.nodes.size()));
        auto stream = records.streams.begin();
        std::vector<std::pair<uint32_t, SpanId>> launches; // node that has ended at the launch; what is launched
        // Communication is no launch: what begins while it runs was launched before it.
        const auto endedBefore = [&](TimeNs time) {
            auto n = uint32_t(m_made.nodes.size());
            while (n > m_made.firstNode.back() && m_range[n - 1].end > time + roundingNs)
                --n;
            return n > m_made.firstNode.back() ? n - 1 : none;
        };
        const auto launchUntil = [&](TimeNs time) {
            for (; stream != records.streams.end() && m_trace.begin(*stream) < time; ++stream)
                launches.emplace_back(endedBefore(m_trace.begin(*stream)), *stream);
        };
        for (const SpanId operation : records.operations) {
            const TimeRange whole = rangeIn(records, operation);
            launchUntil(whole.begin);
            const auto first = uint32_t(m_made.nodes.size());
            if (isCommunication(m_trace.category(operation))) {
                TimeRange range = whole;
                if (first > m_made.firstNode.back() && m_range[first - 1].end > range.begin + roundingNs)
                    range.begin = std::min(m_range[first - 1].end, range.end);
                addNode(operation, operation, rank, range, true);
                if (m_trace.hasFlag(operation, SpanFlag::waitOnly))
                    m_made.nodes.back().isCommunication = false; // has no partner itself: its streams do
                m_nodeOfSpan[operation.value] = first;
                continue;
            }
            TimeNs cursor = whole.begin;
            const auto compute = [&](TimeNs until) {
                const auto launch = [&] { return stream == records.streams.end() ? until : m_trace.begin(*stream); };
                while (launch() < until && stream != records.streams.end()) {
                    const TimeNs at = std::max(launch(), cursor);
                    addNode(operation, operation, rank, {cursor, at}, false);
                    cursor = at;
                    launches.emplace_back(uint32_t(m_made.nodes.size() - 1), *stream++);
                }
                addNode(operation, operation, rank, {cursor, until}, false);
                cursor = until;
            };
            if (m_trace.operation(operation) == Operation::OptimizerStep) {
                // It may synchronize when it gets there.
                m_nodeOfSpan[operation.value] = first;
                addNode(operation, operation, rank, {whole.begin, whole.begin}, true);
            }
            auto part = std::lower_bound(records.parts.begin(), records.parts.end(), operation,
                [](const auto& p, SpanId span) { return p.first < span; });
            for (; part != records.parts.end() && part->first == operation; ++part) {
                TimeRange range = m_trace.range(part->second);
                range.begin = std::clamp(range.begin, cursor, std::max(cursor, whole.end));
                range.end = std::clamp(range.end, range.begin, std::max(range.begin, whole.end));
                compute(range.begin);
                m_nodeOfSpan[part->second.value] = uint32_t(m_made.nodes.size());
                addNode(part->second, operation, rank, range, true);
                cursor = range.end;
            }
            compute(std::max(whole.end, cursor));
        }
        launchUntil(std::numeric_limits<TimeNs>::max());
        addStreams(rank, launches);
        for (const SpanId leg : records.legs) {
            const uint32_t node = m_trace.parent(leg).isValid() ? m_nodeOfSpan[m_trace.parent(leg).value] : none;
            m_nodeOfSpan[leg.value] = node;
            if (node != none)
                m_made.nodes[node].leg = leg;
        }
    }

    void addStreams(uint32_t rank, const std::vector<std::pair<uint32_t, SpanId>>& launches)
    {
        struct Last {
            uint32_t node = none;
            uint32_t launcher = none;
        };
        std::map<TrackId, Last> lastOf;
        const size_t firstQueued = m_made.queued.size();
        const uint32_t first = m_made.firstNode.back();
        const auto ownEnd = uint32_t(m_made.nodes.size());
        for (const auto& [launcher, span] : launches) {
            const TrackId track = m_trace.track(span);
            const uint32_t before = lastOf[track].node;
            // Queued until the stream has finished its earlier work.
            TimeRange range = rangeIn(m_records[rank], span);
            range.begin = before == none ? range.begin : std::max(range.begin, m_range[before].end);
            range.end = std::max(range.end, range.begin);
            const auto node = uint32_t(m_made.nodes.size());
            addNode(span, span, rank, range, true).isStream = true;
            m_made.nodes.back().isUnmatched = true;
            m_nodeOfSpan[span.value] = node;
            m_made.queued.push_back({launcher, node, before});
            lastOf[track] = {node, launcher};
        }
        for (const auto& [track, last] : lastOf) {
            // What launches the communication cannot wait for it, even if nothing takes any time.
            for (uint32_t n = last.launcher == none ? first : last.launcher + 1; n < ownEnd; ++n) {
                const bool waits = m_trace.hasFlag(m_made.nodes[n].span, SpanFlag::waitOnly);
                if (waits ? m_range[n].end + roundingNs >= m_range[last.node].end
                          : m_range[n].begin + roundingNs >= m_range[last.node].end) {
                    m_made.joins.push_back({last.node, n});
                    break;
                }
            }
        }
        for (size_t q = firstQueued; m_records[rank].areKernels && q < m_made.queued.size(); ++q) {
            const TraceGraph::Queued& queued = m_made.queued[q];
            if (lastOf.at(m_trace.track(m_made.nodes[queued.node].span)).node != queued.node)
                joinKernel(queued, ownEnd);
        }
    }

    /// Kernels show which of them waits: the one that begins once the communication is over, on a device that did
    /// nothing else at its end.
    void joinKernel(const TraceGraph::Queued& queued, uint32_t ownEnd)
    {
        const TimeNs over = m_range[queued.node].end;
        const uint32_t first = m_made.firstNode.back();
        uint32_t n = queued.launcher == none ? first : queued.launcher + 1;
        while (n < ownEnd && m_range[n].begin + clockNs < over)
            ++n;
        if (n > first && n < ownEnd && m_range[n - 1].end < over)
            m_made.joins.push_back({queued.node, n});
    }

    /// Some tracers record only the transfer of messages: then a gap before one is waiting for its other end.
    bool messagesRecordWaiting() const
    {
        constexpr size_t rarely = 20; // one of so many: a launch was late
        const auto waits = std::count_if(m_made.meetings.begin(), m_made.meetings.end(), [&](const auto& message) {
            const auto members = m_made.membersOf(message);
            return std::abs(m_range[members[0]].begin - m_range[members[1]].begin) > largestBeginSpread;
        });
        return size_t(waits) * rarely > m_made.meetings.size();
    }

    /// When the rank could begin this node, but for its lead.
    TimeNs cameTo(uint32_t node) const
    {
        TimeNs came = m_made.window.begin;
        if (!m_made.nodes[node].isStream)
            return node > m_made.firstNode[m_made.nodes[node].rank] ? std::max(came, m_over[node - 1]) : came;
        const auto queued = std::lower_bound(m_made.queued.begin(), m_made.queued.end(), node,
            [](const TraceGraph::Queued& edge, uint32_t wanted) { return edge.node < wanted; });
        for (const uint32_t before : {queued->launcher, queued->before})
            came = before == none ? came : std::max(came, m_over[before]);
        return came;
    }

    void awaitLast(std::span<const uint32_t> nodes)
    {
        uint32_t last = nodes.front();
        TimeNs begin = m_range[last].begin;
        bool haveMeeting = true;
        for (const uint32_t node : nodes) {
            last = cameTo(node) > cameTo(last) ? node : last;
            begin = std::max(begin, m_range[node].begin);
            haveMeeting = haveMeeting && m_hasMeeting[node];
        }
        for (const uint32_t node : nodes)
            m_awaited[node] = std::max(m_awaited[node], cameTo(last));
        // Others that began a moment later did not wait so long: it is for the last one to bring the meeting about.
        if (haveMeeting)
            m_range[last].begin = begin;
        else
            joinAll({nodes.begin(), nodes.end()});
    }

    /// Where ranks wait for each other in gaps; see awaitedGapsOf().
    void findAwaited(bool messagesRecordWaiting)
    {
        m_awaited = ColumnVector<TimeNs>(
            m_made.nodes.size(), std::numeric_limits<TimeNs>::min(), m_trace.pool());
        for (const TraceGraph::Meeting& meeting : m_made.meetings) {
            if (meeting.isMessage && !messagesRecordWaiting)
                awaitLast(m_made.membersOf(meeting));
        }
        const std::shared_ptr<const AwaitedGaps> gaps = awaitedGapsOf(m_context, m_trace.timing());
        for (const Collectives* const known : {&gaps->together, &gaps->unrecorded}) {
            for (const Collectives::Instance& instance : known->instances) {
                std::vector<uint32_t> nodes;
                for (const SpanId member : known->membersOf(instance)) {
                    if (m_nodeOfSpan[member.value] != none)
                        nodes.push_back(m_nodeOfSpan[member.value]);
                }
                if (nodes.size() < instance.memberCount)
                    continue; // of another step
                awaitLast(nodes);
            }
        }
    }

    /// Lets these nodes wait for what their ranks did before. Of many ranks only those that came last are likely to
    /// ever be the last.
    void joinAll(std::vector<uint32_t> nodes)
    {
        constexpr size_t enough = 16;
        const std::vector<uint32_t> all = nodes;
        std::erase_if(
            nodes, [&](uint32_t n) { return m_made.nodes[n].isStream || n == m_made.firstNode[m_made.nodes[n].rank]; });
        const size_t last = std::min(nodes.size(), enough);
        std::partial_sort(nodes.begin(), nodes.begin() + std::ptrdiff_t(last), nodes.end(),
            [&](uint32_t a, uint32_t b) { return m_over[a - 1] > m_over[b - 1]; });
        nodes.resize(last);
        for (const uint32_t node : all) {
            for (const uint32_t other : nodes) {
                if (other != node && !m_made.nodes[node].isStream && m_over[other - 1] <= m_range[node].begin)
                    m_made.joins.push_back({other - 1, node});
            }
        }
    }

    /// An optimizer that waits for other ranks does so at its begin; otherwise all of it is work.
    void addOptimizerMeetings()
    {
        const Collectives& synchronized = m_context.optimizerSteps();
        std::vector<uint32_t> nodes;
        for (const Collectives::Instance& instance : synchronized.instances) {
            nodes.clear();
            TimeNs last = std::numeric_limits<TimeNs>::min();
            for (const SpanId member : synchronized.membersOf(instance)) {
                const uint32_t arrival = m_nodeOfSpan[member.value];
                if (arrival == none || (!nodes.empty() && !comparable(nodes.front(), arrival)))
                    break;
                nodes.push_back(arrival);
                last = std::max(last, m_trace.begin(member));
            }
            if (nodes.size() != instance.memberCount)
                continue;
            // A zero-length arrival waits for the last one.
            for (const uint32_t n : nodes)
                m_range[n].end = last;
            addMeeting(m_made.nodes[nodes.front()].span, nodes, false, true);
        }
        for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
            TraceGraph::Node& node = m_made.nodes[n];
            if (node.isCommunication && m_trace.operation(node.span) == Operation::OptimizerStep)
                node.isCommunication = m_hasMeeting[n];
        }
    }

    void setCosts()
    {
        startCosts();
        std::map<uint32_t, TimeNs> joins; // node, end of the others that it waits for
        for (const auto& [last, node] : m_made.joins) {
            TimeNs& over = joins.try_emplace(node, m_over[last]).first->second;
            over = std::max(over, m_over[last]);
        }
        forEachParallel(m_records.size(), threadCount(), [&](size_t rank) {
            const bool isApart = m_trace.ranks()[rank].clock == ClockState::OwnStart;
            TimeNs over = m_made.window.begin;
            bool isFirst = true;
            for (uint32_t n = m_made.firstNode[rank]; n < m_made.firstNode[rank + 1]; ++n) {
                const TraceGraph::Node& node = m_made.nodes[n];
                m_work.cost[n] = 0;
                m_work.lead[n] = 0;
                m_work.after[n] = n > m_made.firstNode[rank] ? n - 1 : none;
                if (node.isStream)
                    continue; // see below
                if (isFirst && isApart)
                    over = m_range[n].begin;
                const bool startsOperation = isFirst || m_made.nodes[n - 1].operation != node.operation;
                TimeNs from = over;
                if (const auto join = joins.find(n); join != joins.end())
                    from = std::max(from, join->second);
                isFirst = false;
                if (startsOperation) {
                    m_work.lead[n] = std::max<TimeNs>(0, m_range[n].begin - std::max(from, m_awaited[n]));
                    from = std::max(from, m_range[n].begin);
                }
                if (!node.isCommunication || node.isUnmatched)
                    m_work.cost[n] = std::max<TimeNs>(0, m_range[n].end - from);
                // What ends before the one that it follows, on another stream, lets nothing begin earlier.
                over = m_over[n] = std::max(over, m_over[n]);
                if (joins.contains(n))
                    over = std::max(over, from);
            }
        });
        for (const TraceGraph::Queued& edge : m_made.queued) {
            TimeNs ready = m_made.window.begin;
            for (const uint32_t before : {edge.launcher, edge.before})
                ready = before == none ? ready : std::max(ready, m_over[before]);
            ready = std::max(ready, m_awaited[edge.node]);
            m_work.lead[edge.node] = std::max<TimeNs>(0, m_range[edge.node].begin - ready);
            m_work.cost[edge.node] = m_hasMeeting[edge.node] ? 0 : m_range[edge.node].duration();
            m_work.after[edge.node] = edge.before;
        }
    }

    void setTails()
    {
        m_made.tails.resize(m_made.nodes.size());
        for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
            const TimeNs tail = m_range[n].end - m_over[n];
            m_made.tails[n] = uint32_t(std::clamp<TimeNs>(tail, 0, std::numeric_limits<uint32_t>::max()));
        }
    }

    Result<TraceGraph> build(const GraphBuilder::Options& options)
    {
        setTails();
        // A large step hardly leaves room for this and for what follows.
        discard(m_records);
        discard(m_nodeOfSpan);
        discard(m_range);
        discard(m_over);
        discard(m_awaited);
        GraphBuilder builder;
        addStreamEdges(m_made, builder);
        return finish(builder, options);
    }

    std::vector<RankRecords> m_records; // by rank
    ColumnVector<TimeNs> m_awaited;     // by node: when the last of its meeting had come
};

/// Others wait while it lives, which begins with the mutex held and ends without.
class MakingGraph {
public:
    explicit MakingGraph(RunContext::StepGraphs& graphs) : m_graphs(graphs) { m_graphs.isMaking = true; }
    ~MakingGraph()
    {
        {
            const std::lock_guard lock(m_graphs.mutex);
            m_graphs.isMaking = false;
        }
        m_graphs.ended.notify_all();
    }
    MakingGraph(const MakingGraph&) = delete;
    MakingGraph& operator=(const MakingGraph&) = delete;

private:
    RunContext::StepGraphs& m_graphs;
};

} // namespace

Result<TraceGraph> makeTraceGraph(const RunContext& context, int step, const ProgressFn& progress)
{
    const GraphBuilder::Options options {true, progress};
    if (isProfilerRun(context.trace()))
        return makeProfilerGraph(context, step, options);
    return RankGraphBuilder(context, step).run(options);
}

Result<std::shared_ptr<const TraceGraph>> sharedTraceGraph(
    const RunContext& context, int step, const ProgressFn& progress)
{
    RunContext::StepGraphs& kept = context.stepGraphs();
    std::unique_lock lock(kept.mutex);
    while (kept.isMaking) { // who asks may be cancelled meanwhile
        lock.unlock();
        if (progress && !progress(0, GraphBuilder::Options::passes))
            return stopped();
        lock.lock();
        kept.ended.wait_for(lock, std::chrono::milliseconds(20), [&kept] { return !kept.isMaking; });
    }
    if (std::shared_ptr<const void> known = kept.ofStep[step].lock())
        return std::static_pointer_cast<const TraceGraph>(std::move(known));
    const MakingGraph making(kept);
    lock.unlock();
    // A profiler's step is one of many.
    Result<TraceGraph> made = isProfilerRun(context.trace()) ? makeRepeatedGraph(context, step, {true, progress})
                                                             : Result<TraceGraph>(stopped());
    if (!made)
        made = makeTraceGraph(context, step, progress);
    if (!made)
        return made.error();
    auto shared = std::make_shared<const TraceGraph>(std::move(made).value());
    lock.lock();
    kept.ofStep[step] = shared;
    lock.unlock(); // before `making` ends
    return shared;
}

} // namespace bubblescope
