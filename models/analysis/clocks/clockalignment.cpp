// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockalignment.h"

#include "clockgraph.h"
#include "clockpairs.h"
#include "decimaltime.h"
#include "derivedtrace.h"
#include "measuretext.h"
#include "rankclocks.h"
#include "runcontext.h"

#include <algorithm>
#include <limits>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

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
        const TimeNs middle = medianTime(ends);
        for (const SpanId member : collectives.membersOf(instance))
            deviations[trace.track(member)].push_back(std::abs(clockDifference(trace.end(member), middle)));
    }
    clock.matches = static_cast<uint32_t>(collectives.instances.size());
    for (auto& [lane, ofLane] : deviations)
        clock.residual = std::max(clock.residual, medianTime(ofLane));
}

/// On one clock, the members of a collective end within this time.
constexpr TimeNs mostBelieved = 1'000'000;
/// Clocks that differ by less are not told from members that end one after another.
constexpr TimeNs leastOffset = 50'000;

/// By rank: hosts whose clocks are distinguished by their ranks' collectives, which end together on one clock: those of
/// two hosts lie more than `apart` from each other. Ranks without collectives are put on a separate host.
std::vector<std::string> hostsByCollectives(
    const Trace& trace, const MessageMatches& messages, const Collectives& collectives, TimeNs apart)
{
    std::map<int32_t, size_t> indexOf;
    for (const RankInfo& rank : trace.ranks())
        indexOf.emplace(rank.rank, indexOf.size());
    const ClockPairs pairs = collectPairs(
        trace, messages, collectives, [&](const Track& track) { return indexOf.at(track.rank); });
    const ClockGraph graph(indexOf.size(), pairs);
    std::vector<size_t> byOffset;
    for (size_t r = 0; r < indexOf.size(); ++r) {
        if (graph.isReached(r))
            byOffset.push_back(r);
    }
    std::stable_sort(
        byOffset.begin(), byOffset.end(), [&](size_t a, size_t b) { return graph.offset(a) < graph.offset(b); });
    std::vector<std::string> hosts(indexOf.size(), "other hosts");
    int host = 0;
    for (size_t i = 0; i < byOffset.size(); ++i) {
        const bool isNext
            = i > 0 && clockDifference(graph.offset(byOffset[i]), graph.offset(byOffset[i - 1])) > apart;
        hosts[byOffset[i]] = fmt::format("host{}", host += isNext);
    }
    return hosts;
}

/// Offsets below what contradicts one clock are believed only if every collective shows the same ones.
bool isSteady(const Trace& trace, const std::vector<HostClock>& clocks, const Collectives& collectives)
{
    constexpr uint32_t leastMatches = 3;
    constexpr TimeNs timesSteadier = 10;
    TimeNs apart = std::numeric_limits<TimeNs>::max();
    for (size_t a = 0; a < clocks.size(); ++a) {
        if (!clocks[a].aligned || clocks[a].matches < leastMatches)
            return false;
        for (size_t b = 0; b < a; ++b)
            apart = std::min(apart, std::abs(clockDifference(clocks[a].shift, clocks[b].shift)));
    }
    return std::all_of(collectives.instances.begin(), collectives.instances.end(), [&](const auto& instance) {
        TimeRange ends = TimeRange::nothing();
        for (const SpanId member : collectives.membersOf(instance)) {
            const TimeNs end = trace.end(member) + clocks[trace.track(trace.track(member)).host].shift;
            ends = ends.united({end, end});
        }
        return ends.duration() <= apart / timesSteadier;
    });
}

/// Distributes ranks that do not state their host, but whose times contradict each other, to hosts that explain the
/// times; leaves them unchanged if that fails.
Trace withHosts(
    Trace trace, std::vector<HostClock>& clocks, const MessageMatches& messages, const Collectives& collectives)
{
    // Half of what lies between two clocks is how far each is from the middle.
    if (clocks.size() != 1 || !clocks.front().host.empty() || clocks.front().residual < leastOffset / 2)
        return trace;
    const bool isContradicted = areContradicted(clocks.front());
    const std::vector<std::string> unnamed(trace.ranks().size());
    const Collectives compared = isContradicted ? collectives : leftTogether(trace, collectives);
    const std::vector<std::string> hosts
        = hostsByCollectives(trace, messages, compared, isContradicted ? mostBelieved : leastOffset);
    trace = DerivedTrace::onHosts(std::move(trace), hosts);
    std::vector<HostClock> found = alignClocks(trace, messages, compared);
    const bool isExplained = found.size() > 1
        && (isContradicted ? std::all_of(
                found.begin(), found.end(), [](const HostClock& clock) { return clock.residual <= mostBelieved; })
                           : isSteady(trace, found, compared));
    if (isExplained)
        clocks = std::move(found);
    else
        trace = DerivedTrace::onHosts(std::move(trace), unnamed);
    return trace;
}

/// Shifts ranks whose times differ from those of others on their host.
Trace withinHosts(Trace trace, const std::vector<RankClock>& clocks, const std::string& name, ImportReport& report)
{
    DerivedTrace::Alignment alignment;
    alignment.rankShift.assign(trace.ranks().size(), 0);
    report.setFile(name);
    for (const RankClock& clock : clocks) {
        alignment.rankShift[clock.rank] = clock.shift;
        report.add(IssueKind::ClocksAligned, {},
            say("{} were added to the times of {}, ± {} by {} matches", timeText(double(clock.shift)),
                say("rank {}", trace.ranks()[clock.rank].rank), timeText(double(clock.residual)), clock.matches));
    }
    return DerivedTrace::aligned(std::move(trace), alignment);
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

/// Reports collectives on the lanes of process groups, and how many of them found no counterpart: of those with times,
/// since others, such as what a hung job never started, are matched by no time.
void reportUnmatched(
    const Run& run, const Disagreement& ofCollectives, const Disagreement& ofMessages, ImportReport& report)
{
    const Trace& trace = *run.trace;
    const auto isTimed = [&](SpanId span) {
        return isCollective(trace.operation(span)) && !trace.hasFlag(span, SpanFlag::notMeasured);
    };
    uint64_t all = 0;
    for (const Row& row : trace.rows()) {
        const bool isNamed = namesProcessGroup(trace, trace.track(row.track));
        for (uint32_t i = row.firstSpan; isNamed && i < row.firstSpan + row.spanCount; ++i)
            all += isTimed(SpanId(i));
    }
    uint64_t matched = 0;
    if (all > 0) {
        for (const SpanId member : run.context->collectives().members)
            matched += isTimed(member) && namesProcessGroup(trace, trace.track(trace.track(member)));
    }
    report.setFile(run.name);
    if (ofCollectives.count > 0)
        report.add(IssueKind::CollectivesDiffer, {},
            say(ofCollectives.count == 1 ? say("{} collective: {}") : say("{} collectives, the first: {}"),
                ofCollectives.count, ofCollectives.first));
    if (ofMessages.count > 0)
        report.add(IssueKind::CollectivesDiffer, {},
            say(ofMessages.count == 1 ? say("{} message: {}") : say("{} messages, the first: {}"), ofMessages.count,
                ofMessages.first));
    if (matched < all) {
        report.add(IssueKind::UnmatchedMessages, {},
            say(all - matched == 1 ? say("{} of {} collectives matches none of the other ranks")
                                   : say("{} of {} collectives match none of the other ranks"),
                all - matched, all));
    }
}

/// The trace itself where nobody else has it, else another one with the same columns and times of its own.
Trace taken(TracePtr& trace)
{
    const TracePtr given = std::exchange(trace, nullptr);
    if (given.use_count() > 1)
        return *given;
    return std::move(const_cast<Trace&>(*given)); // it was made as one that may change, see groupRuns()
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
        clocks[h].aligned = graph.isReached(h);
        clocks[h].shift = graph.isReached(h) ? -graph.offset(h) : 0;
        clocks[h].matches = static_cast<uint32_t>(deviations[h].size());
        clocks[h].residual = h > 0 && !deviations[h].empty() ? medianTime(deviations[h]) : 0;
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
    Collectives byOwnClocks
        = run.trace->ranks().size() > 1 ? provenCollectives(*run.trace, *known.candidates) : Collectives();
    run.clocks = alignClocks(*run.trace, messages, byOwnClocks);

    Trace trace = withHosts(taken(run.trace), run.clocks, messages, byOwnClocks);
    if (run.clocks.size() > 1) {
        DerivedTrace::Alignment alignment;
        for (const HostClock& clock : run.clocks) {
            alignment.hostShift.push_back(clock.shift);
            alignment.ownStart.push_back(!clock.aligned);
        }
        trace = DerivedTrace::aligned(std::move(trace), alignment);
        report.setFile(run.name);
        for (const HostClock& clock : run.clocks) {
            if (!clock.aligned) {
                report.add(IssueKind::ClocksUnrelated, {},
                    say("No message connects {} with {}: its ranks are drawn from their own start", clock.host,
                        run.clocks.front().host));
            } else if (clock.shift != 0) {
                report.add(IssueKind::ClocksAligned, {},
                    say(clock.matches == 1 ? say("{} were added to the times of {}, ± {} by {} match")
                                           : say("{} were added to the times of {}, ± {} by {} matches"),
                        timeText(double(clock.shift)), clock.host, timeText(double(clock.residual)), clock.matches));
            }
        }
    }
    const std::vector<RankClock> ofRanks = clocksWithinHosts(trace, leftTogether(trace, byOwnClocks));
    if (!ofRanks.empty()) {
        trace = withinHosts(std::move(trace), ofRanks, run.name, report);
    } else if (run.clocks.size() < 2 && !trace.collectives().members) {
        known.collectives = std::move(byOwnClocks); // no time changed
        known.candidates.reset();
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

void resumeRun(Run& run)
{
    if (!run.hasCommonTime() || !run.trace || !run.trace->ranksAreComparable())
        return;
    RunContext::Known known;
    if (run.trace->links().empty())
        known.messages.emplace(); // links are all messages that were matched
    if (run.trace->ranks().size() < 2 && run.clocks.size() < 2 && !run.trace->collectives().members)
        known.collectives.emplace();
    run.context = std::make_shared<const RunContext>(run.trace, run.layout, std::move(known));
}

} // namespace bubblescope
