// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockalignment.h"

#include "decimaltime.h"
#include "derivedtrace.h"
#include "roundedtime.h"
#include "runcontext.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Clocks can be years apart, but not more: beyond ±73 years a file's times are invented, and sums must not overflow.
TimeNs difference(TimeNs a, TimeNs b)
{
    TimeNs result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        return a < b ? -longestPlaced : longestPlaced;
    return std::clamp(result, -longestPlaced, longestPlaced);
}

TimeNs halfway(TimeNs a, TimeNs b) { return a / 2 + b / 2 + (a % 2 + b % 2) / 2; }

TimeNs median(std::vector<TimeNs> values)
{
    const size_t middle = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + middle, values.end());
    if (values.size() % 2 == 1)
        return values[middle];
    return halfway(values[middle], *std::max_element(values.begin(), values.begin() + middle));
}

/// What matches tell about the distance between two hosts' clocks: second minus first.
struct ClockPair {
    std::vector<TimeNs> forward;  ///< end of receive minus end of send, for messages from the first host to the second
    std::vector<TimeNs> backward; ///< the same for messages from the second to the first
    std::vector<TimeNs> together; ///< end on the second minus end on the first, for collectives

    TimeNs offset = 0;
    std::vector<TimeNs> deviations; ///< of every match, absolute
    double weight() const { return static_cast<double>(deviations.size()); }
    void estimate();
};

// Collectives that disagree with the messages by more than this were grouped wrongly.
constexpr TimeNs largestDisagreement = 5'000'000;

void ClockPair::estimate()
{
    // A receive ends slightly after its send, so each direction is biased; half the difference is not.
    TimeNs byMessages = 0;
    TimeNs bias = 0;
    if (!forward.empty() && !backward.empty()) {
        const TimeNs there = median(forward);
        const TimeNs back = median(backward);
        byMessages = halfway(there, -back);
        bias = halfway(there, back);
    } else if (!forward.empty()) {
        byMessages = median(forward);
    } else if (!backward.empty()) {
        byMessages = -median(backward);
    }
    const size_t messages = forward.size() + backward.size();
    offset = byMessages;
    if (!together.empty()) {
        const TimeNs byCollectives = median(together);
        if (messages == 0) {
            offset = byCollectives;
        } else if (std::abs(difference(byCollectives, byMessages)) <= largestDisagreement) {
            const double share = static_cast<double>(together.size()) / static_cast<double>(together.size() + messages);
            offset += std::llround(share * static_cast<double>(byCollectives - byMessages));
        } else {
            together.clear();
        }
    }
    deviations.clear();
    for (const TimeNs time : forward)
        deviations.push_back(std::abs(difference(difference(time, bias), offset)));
    for (const TimeNs time : backward)
        deviations.push_back(std::abs(difference(difference(bias, time), offset)));
    for (const TimeNs time : together)
        deviations.push_back(std::abs(difference(time, offset)));
}

using ClockPairs = std::map<std::pair<int, int>, ClockPair>;

/// Collects pairs between the clocks; `clockOf` maps a track to its clock.
template <typename ClockOf>
ClockPairs collectPairs(
    const Trace& trace, const MessageMatches& messages, const Collectives& collectives, const ClockOf& clockOf)
{
    const auto hostOf = [&](SpanId span) { return static_cast<int>(clockOf(trace.track(trace.track(span)))); };
    ClockPairs pairs;
    for (const MessageMatch& match : messages.matches) {
        const int from = hostOf(match.send);
        const int to = hostOf(match.receive);
        if (from == to)
            continue;
        const TimeNs later = difference(trace.end(match.receive), trace.end(match.send));
        if (from < to)
            pairs[{from, to}].forward.push_back(later);
        else
            pairs[{to, from}].backward.push_back(later);
    }
    std::map<int, std::vector<TimeNs>> ends;
    for (const Collectives::Instance& instance : collectives.instances) {
        ends.clear();
        for (const SpanId member : collectives.membersOf(instance))
            ends[hostOf(member)].push_back(trace.end(member));
        for (auto later = ends.begin(); later != ends.end(); ++later) {
            if (later != ends.begin()) {
                const auto& [host, times] = *ends.begin();
                pairs[{host, later->first}].together.push_back(difference(median(later->second), median(times)));
            }
        }
    }
    for (auto& [clocks, pair] : pairs)
        pair.estimate();
    return pairs;
}

/// Offsets of all hosts that matches connect with host 0, relative to it: exact along the heaviest edges, then the
/// small disagreements of further edges are distributed by weighted least squares.
class ClockGraph {
public:
    ClockGraph(size_t hosts, const ClockPairs& pairs) : m_edges(hosts), offset(hosts, 0), reached(hosts, false)
    {
        for (const auto& [hostPair, pair] : pairs) {
            const auto a = static_cast<size_t>(hostPair.first);
            const auto b = static_cast<size_t>(hostPair.second);
            m_edges[a].push_back({b, pair.offset, pair.weight()});
            m_edges[b].push_back({a, -pair.offset, pair.weight()});
        }
        walk();
        spread();
    }

private:
    struct Edge {
        size_t to;
        TimeNs offset;
        double weight;
    };
    std::vector<std::vector<Edge>> m_edges;

    void walk()
    {
        struct Step {
            double weight;
            size_t to;
            TimeNs offset;
            bool operator<(const Step& other) const { return weight < other.weight; }
        };
        std::priority_queue<Step> steps;
        steps.push({0, 0, 0});
        while (!steps.empty()) {
            const Step step = steps.top();
            steps.pop();
            if (reached[step.to])
                continue;
            reached[step.to] = true;
            offset[step.to] = step.offset;
            for (const Edge& edge : m_edges[step.to])
                steps.push({edge.weight, edge.to, difference(step.offset, -edge.offset)});
        }
    }

    /// Conjugate gradients on the graph's Laplacian, with host 0 fixed at 0.
    void spread()
    {
        const size_t hosts = offset.size();
        std::vector<double> x(hosts, 0), r(hosts, 0), p, q(hosts, 0);
        const auto apply = [&](const std::vector<double>& in, std::vector<double>& out) {
            for (size_t h = 1; h < hosts; ++h) {
                out[h] = 0;
                for (const Edge& edge : m_edges[h])
                    out[h] += reached[h] ? edge.weight * (in[h] - in[edge.to]) : 0;
            }
        };
        const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
            double sum = 0;
            for (size_t i = 1; i < a.size(); ++i)
                sum += a[i] * b[i];
            return sum;
        };
        for (size_t h = 1; h < hosts; ++h) {
            for (const Edge& edge : m_edges[h]) {
                const TimeNs excess = difference(difference(offset[h], offset[edge.to]), -edge.offset);
                r[h] -= reached[h] ? edge.weight * static_cast<double>(excess) : 0;
            }
        }
        p = r;
        double rr = dot(r, r);
        for (size_t round = 0; round < 2 * hosts && rr > 1e-3; ++round) {
            apply(p, q);
            const double curvature = dot(p, q);
            if (!(curvature > 0))
                break;
            const double alpha = rr / curvature;
            for (size_t h = 1; h < hosts; ++h) {
                x[h] += alpha * p[h];
                r[h] -= alpha * q[h];
            }
            const double next = dot(r, r);
            for (size_t h = 1; h < hosts; ++h)
                p[h] = r[h] + next / rr * p[h];
            rr = next;
        }
        for (size_t h = 1; h < hosts; ++h)
            offset[h] += std::isfinite(x[h]) && std::abs(x[h]) < 1e15 ? std::llround(x[h]) : 0;
    }

public:
    std::vector<TimeNs> offset;
    std::vector<bool> reached;
};

/// Ranks without a stated host are shown at the times they state; collectives tell how far these can be trusted. The
/// worst lane counts: groups within one host agree whatever the clocks of other hosts are.
void confirm(HostClock& clock, const Trace& trace, const Collectives& collectives)
{
    std::map<TrackId, std::vector<TimeNs>> deviations;
    std::vector<TimeNs> ends;
    for (const Collectives::Instance& instance : collectives.instances) {
        ends.clear();
        for (const SpanId member : collectives.membersOf(instance))
            ends.push_back(trace.end(member));
        const TimeNs middle = median(ends);
        for (const SpanId member : collectives.membersOf(instance))
            deviations[trace.track(member)].push_back(std::abs(difference(trace.end(member), middle)));
    }
    clock.matches = static_cast<uint32_t>(collectives.instances.size());
    for (auto& [lane, ofLane] : deviations)
        clock.residual = std::max(clock.residual, median(ofLane));
}

/// On one clock, the members of a collective end within this time.
constexpr TimeNs mostBelieved = 1'000'000;

/// By rank: hosts whose clocks are distinguished by their ranks' collectives, which end together on one clock. Ranks
/// without collectives are put on a separate host.
std::vector<std::string> hostsByCollectives(
    const Trace& trace, const MessageMatches& messages, const Collectives& collectives)
{
    std::map<int32_t, size_t> indexOf;
    for (const RankInfo& rank : trace.ranks())
        indexOf.emplace(rank.rank, indexOf.size());
    const ClockPairs pairs = collectPairs(
        trace, messages, collectives, [&](const Track& track) { return indexOf.at(track.rank); });
    const ClockGraph graph(indexOf.size(), pairs);
    std::vector<size_t> byOffset;
    for (size_t r = 0; r < indexOf.size(); ++r) {
        if (graph.reached[r])
            byOffset.push_back(r);
    }
    std::stable_sort(
        byOffset.begin(), byOffset.end(), [&](size_t a, size_t b) { return graph.offset[a] < graph.offset[b]; });
    std::vector<std::string> hosts(indexOf.size(), "other hosts");
    int host = 0;
    for (size_t i = 0; i < byOffset.size(); ++i) {
        const bool isNext
            = i > 0 && difference(graph.offset[byOffset[i]], graph.offset[byOffset[i - 1]]) > mostBelieved;
        hosts[byOffset[i]] = fmt::format("host{}", host += isNext);
    }
    return hosts;
}

/// Distributes ranks that do not state their host, but whose times contradict each other, to hosts that explain the
/// times; leaves them unchanged if that fails.
Trace withHosts(
    Trace trace, std::vector<HostClock>& clocks, const MessageMatches& messages, const Collectives& collectives)
{
    if (clocks.size() != 1 || !areContradicted(clocks.front()))
        return trace;
    const std::vector<std::string> unnamed(trace.ranks().size());
    const std::vector<std::string> hosts = hostsByCollectives(trace, messages, collectives);
    trace = DerivedTrace::onHosts(std::move(trace), hosts);
    std::vector<HostClock> found = alignClocks(trace, messages, collectives);
    const bool isExplained = found.size() > 1 && std::all_of(found.begin(), found.end(), [](const HostClock& clock) {
        return clock.residual <= mostBelieved;
    });
    if (isExplained)
        clocks = std::move(found);
    else
        trace = DerivedTrace::onHosts(std::move(trace), unnamed);
    return trace;
}

void reportContradicted(const Run& run, ImportReport& report)
{
    if (run.clocks.size() != 1 || !areContradicted(run.clocks.front()))
        return;
    report.setFile(run.name);
    report.add(IssueKind::ClocksUnrelated, {},
        say("Collectives end {} ms away from those of other ranks by the times in the files: the ranks ran on "
            "several hosts, and no name tells which",
            formatDecimalTime(run.clocks.front().residual, TimeUnit::Milliseconds)));
}

/// A property on which the members of a message or collective disagree.
struct Disagreement {
    uint64_t count = 0;
    Message first;
};

/// Reports collectives on the lanes of process groups, and how many of them found no counterpart.
void reportUnmatched(
    const Run& run, const Disagreement& ofCollectives, const Disagreement& ofMessages, ImportReport& report)
{
    const Trace& trace = *run.trace;
    uint64_t all = 0;
    for (const Row& row : trace.rows()) {
        const bool isNamed = namesProcessGroup(trace, trace.track(row.track));
        for (uint32_t i = row.firstSpan; isNamed && i < row.firstSpan + row.spanCount; ++i)
            all += isCollective(trace.operation(SpanId(i)));
    }
    uint64_t matched = 0;
    if (all > 0) {
        for (const SpanId member : run.context->collectives().members)
            matched += namesProcessGroup(trace, trace.track(trace.track(member)));
    }
    report.setFile(run.name);
    if (ofCollectives.count > 0)
        report.add(IssueKind::CollectivesDiffer, {},
            say("{} collectives, the first: {}", ofCollectives.count, ofCollectives.first));
    if (ofMessages.count > 0)
        report.add(IssueKind::CollectivesDiffer, {},
            say("{} messages, the first: {}", ofMessages.count, ofMessages.first));
    if (matched < all) {
        report.add(IssueKind::UnmatchedMessages, {},
            say("{} of {} collectives match none of the other ranks", all - matched, all));
    }
}

} // namespace

bool areContradicted(const HostClock& clock) { return clock.host.empty() && clock.residual > mostBelieved; }

std::vector<HostClock> alignClocks(
    const Trace& trace, const MessageMatches& matches, const Collectives& collectives)
{
    std::vector<HostClock> clocks;
    for (const std::string& host : trace.hosts())
        clocks.push_back({host, 0, 0, 0, true});
    if (clocks.size() == 1 && clocks.front().host.empty())
        confirm(clocks.front(), trace, collectives);
    if (clocks.size() < 2)
        return clocks;

    const ClockPairs pairs
        = collectPairs(trace, matches, collectives, [](const Track& track) { return track.host; });
    const ClockGraph graph(clocks.size(), pairs);
    std::vector<std::vector<TimeNs>> deviations(clocks.size());
    for (const auto& [hosts, pair] : pairs) {
        for (const int host : {hosts.first, hosts.second}) {
            auto& all = deviations[static_cast<size_t>(host)];
            all.insert(all.end(), pair.deviations.begin(), pair.deviations.end());
        }
    }
    for (size_t h = 0; h < clocks.size(); ++h) {
        clocks[h].aligned = graph.reached[h];
        clocks[h].shift = graph.reached[h] ? -graph.offset[h] : 0;
        clocks[h].matches = static_cast<uint32_t>(deviations[h].size());
        clocks[h].residual = h > 0 && !deviations[h].empty() ? median(deviations[h]) : 0;
    }
    return clocks;
}

void alignRun(Run& run, ImportReport& report)
{
    if (!run.hasCommonTime() || !run.trace || !run.trace->ranksAreComparable())
        return;
    RunContext::Known known;
    known.groups.emplace(*run.trace, run.layout);
    const MessageMatches messages = matchMessages(*run.trace, *known.groups);
    known.candidates = findCandidates(*run.trace, *known.groups);
    Disagreement differing {known.candidates->differing, known.candidates->differences};
    const auto hosts = run.trace->hosts();
    const bool needsCollectives = hosts.size() > 1 || (hosts.size() == 1 && hosts.front().empty());
    const Collectives byOwnClocks
        = needsCollectives ? provenCollectives(*run.trace, *known.candidates) : Collectives();
    run.clocks = alignClocks(*run.trace, messages, byOwnClocks);

    // The run is fresh: nobody else holds its trace yet, and a copy would double the peak memory.
    Trace trace = withHosts(std::move(const_cast<Trace&>(*run.trace)), run.clocks, messages, byOwnClocks);
    if (run.clocks.size() > 1) {
        DerivedTrace::Alignment alignment;
        for (const HostClock& clock : run.clocks) {
            alignment.hostShift.push_back(clock.shift);
            alignment.ownStart.push_back(!clock.aligned);
        }
        trace = DerivedTrace::aligned(std::move(trace), alignment);
        report.setFile(run.name);
        for (const HostClock& clock : run.clocks) {
            const auto milliseconds = [](TimeNs time) { return formatDecimalTime(time, TimeUnit::Milliseconds); };
            if (!clock.aligned) {
                report.add(IssueKind::ClocksUnrelated, {},
                    say("No message connects {} with {}: its ranks are drawn from their own start", clock.host,
                        run.clocks.front().host));
            } else if (clock.shift != 0) {
                report.add(IssueKind::ClocksAligned, {},
                    say("{} ms were added to the times of {}, ± {} ms by {} matches", milliseconds(clock.shift),
                        clock.host, milliseconds(clock.residual), clock.matches));
            }
        }
    }
    std::vector<Link> links;
    links.reserve(messages.matches.size());
    for (const MessageMatch& match : messages.matches)
        links.push_back({match.send, match.receive});
    trace = DerivedTrace::linked(std::move(trace), std::move(links));
    run.trace = std::make_shared<Trace>(std::move(trace));
    if (messages.matches.empty())
        known.messages.emplace();
    run.context = std::make_shared<const RunContext>(run.trace, run.layout, std::move(known));
    if (run.trace->ranks().size() > 1)
        reportUnmatched(run, differing, {messages.differing, messages.differences}, report);
    reportContradicted(run, report);
    if (messages.unmatched > 0) {
        report.setFile(run.name);
        report.add(IssueKind::UnmatchedMessages, {},
            say("{} of {} sends and receives have no partner in the run", messages.unmatched,
                messages.unmatched + 2 * messages.matches.size()));
    }
}

} // namespace bubblescope
