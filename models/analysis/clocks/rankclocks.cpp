// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankclocks.h"

#include "clockgraph.h"
#include "clockpairs.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

/// Clocks that differ by less are not told from members that leave one after another: GPUs of one host, on one clock,
/// are seen to leave within 7 µs.
constexpr TimeNs leastOffsetOfRanks = 25'000;
/// Of the least distance between two clocks: so far apart may the members of a collective leave after the shift.
constexpr TimeNs timesSteadierThanRanks = 5;
constexpr uint32_t fewestDeviations = 3;

/// Ranks of one host that meet, and their collectives among themselves.
class RanksOfHost {
public:
    void add(uint32_t rank)
    {
        m_local.emplace(rank, m_ranks.size());
        m_ranks.push_back(rank);
    }
    size_t size() const { return m_ranks.size(); }
    void addCollective(std::span<const SpanId> members) { m_collectives.add(members); }

    std::vector<RankClock> clocks(const Trace& trace, const std::map<int32_t, uint32_t>& indexOf) const
    {
        const auto localOf = [&](const Track& track) { return m_local.at(indexOf.at(track.rank)); };
        const ClockGraph graph(m_ranks.size(), collectPairs(trace, {}, m_collectives, localOf));
        std::vector<size_t> byOffset;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            if (graph.isReached(r))
                byOffset.push_back(r);
        }
        std::stable_sort(
            byOffset.begin(), byOffset.end(), [&](size_t a, size_t b) { return graph.offset(a) < graph.offset(b); });
        // Ranks on one clock follow each other; the one of most ranks is the host's.
        std::vector<std::vector<size_t>> groups;
        TimeNs apart = std::numeric_limits<TimeNs>::max();
        for (size_t i = 0; i < byOffset.size(); ++i) {
            const TimeNs gap = i == 0 ? 0 : clockDifference(graph.offset(byOffset[i]), graph.offset(byOffset[i - 1]));
            if (i == 0 || gap >= leastOffsetOfRanks) {
                groups.emplace_back();
                apart = i == 0 ? apart : std::min(apart, gap);
            }
            groups.back().push_back(byOffset[i]);
        }
        if (groups.size() < 2)
            return {};
        const auto isFewer = [](const std::vector<size_t>& a, const std::vector<size_t>& b) {
            const auto firstOf = [](const std::vector<size_t>& of) { return *std::min_element(of.begin(), of.end()); };
            return a.size() != b.size() ? a.size() < b.size() : firstOf(a) > firstOf(b);
        };
        const auto usual = std::max_element(groups.begin(), groups.end(), isFewer);
        std::vector<TimeNs> shifts(m_ranks.size(), 0);
        const TimeNs reference = middleOf(graph, *usual);
        for (const std::vector<size_t>& group : groups) {
            for (const size_t r : group)
                shifts[r] = &group == &*usual ? 0 : clockDifference(reference, middleOf(graph, group));
        }
        return clocksOf(trace, localOf, shifts, apart);
    }

private:
    static TimeNs middleOf(const ClockGraph& graph, const std::vector<size_t>& group)
    {
        std::vector<TimeNs> offsets;
        for (const size_t r : group)
            offsets.push_back(graph.offset(r));
        return medianTime(std::move(offsets));
    }

    /// Those that are shifted, if that makes the members of every collective leave together.
    template <typename LocalOf>
    std::vector<RankClock> clocksOf(
        const Trace& trace, const LocalOf& localOf, const std::vector<TimeNs>& shifts, TimeNs apart) const
    {
        std::vector<std::vector<TimeNs>> deviations(m_ranks.size());
        std::vector<TimeNs> ends;
        for (const Collectives::Instance& instance : m_collectives.instances) {
            ends.clear();
            const auto members = m_collectives.membersOf(instance);
            for (const SpanId member : members)
                ends.push_back(trace.end(member) + shifts[localOf(trace.track(trace.track(member)))]);
            const auto [first, last] = std::minmax_element(ends.begin(), ends.end());
            if (clockDifference(*last, *first) > apart / timesSteadierThanRanks)
                return {};
            const TimeNs middle = medianTime(ends);
            for (size_t m = 0; m < members.size(); ++m)
                deviations[localOf(trace.track(trace.track(members[m])))].push_back(
                    std::abs(clockDifference(ends[m], middle)));
        }
        std::vector<RankClock> clocks;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            if (shifts[r] == 0)
                continue;
            if (deviations[r].size() < fewestDeviations)
                return {};
            const auto matches = uint32_t(deviations[r].size());
            clocks.push_back({m_ranks[r], shifts[r], medianTime(std::move(deviations[r])), matches});
        }
        return clocks;
    }

    std::vector<uint32_t> m_ranks;      // indices into Trace::ranks()
    std::map<uint32_t, size_t> m_local; // by these
    Collectives m_collectives;
};

} // namespace

Collectives leftTogether(const Trace& trace, const Collectives& collectives)
{
    Collectives kept;
    for (const Collectives::Instance& instance : collectives.instances) {
        const auto members = collectives.membersOf(instance);
        const Operation operation = members.empty() ? Operation::Other : trace.operation(members.front());
        if (operation == Operation::AllReduce || operation == Operation::AllGather || operation == Operation::AllToAll)
            kept.add(members);
    }
    return kept;
}

std::vector<RankClock> clocksWithinHosts(const Trace& trace, const Collectives& collectives)
{
    const std::span<const RankInfo> ranks = trace.ranks();
    std::map<int32_t, uint32_t> indexOf;
    for (uint32_t r = 0; r < ranks.size(); ++r)
        indexOf.emplace(ranks[r].rank, r);
    Collectives ofHosts;
    std::vector<uint32_t> meets(ranks.size()); // by rank: one that it has collectives with, or itself
    std::iota(meets.begin(), meets.end(), 0);
    const auto firstOf = [&meets](uint32_t rank) {
        while (meets[rank] != rank)
            rank = meets[rank] = meets[meets[rank]];
        return rank;
    };
    std::vector<std::pair<uint32_t, SpanId>> members; // by rank
    std::vector<SpanId> ofHost;
    for (const Collectives::Instance& instance : collectives.instances) {
        members.clear();
        for (const SpanId member : collectives.membersOf(instance))
            members.emplace_back(indexOf.at(trace.track(trace.track(member)).rank), member);
        std::stable_sort(members.begin(), members.end(),
            [&](const auto& a, const auto& b) { return ranks[a.first].host < ranks[b.first].host; });
        for (size_t i = 0; i < members.size();) {
            const uint32_t first = members[i].first;
            ofHost.clear();
            for (; i < members.size() && ranks[members[i].first].host == ranks[first].host; ++i) {
                ofHost.push_back(members[i].second);
                meets[firstOf(members[i].first)] = firstOf(first);
            }
            if (ofHost.size() > 1)
                ofHosts.add(ofHost);
        }
    }
    std::map<uint32_t, RanksOfHost> groups; // that have collectives with each other
    for (uint32_t r = 0; r < ranks.size(); ++r)
        groups[firstOf(r)].add(r);
    for (const Collectives::Instance& instance : ofHosts.instances) {
        const auto of = ofHosts.membersOf(instance);
        groups[firstOf(indexOf.at(trace.track(trace.track(of.front())).rank))].addCollective(of);
    }
    std::vector<RankClock> clocks;
    for (const auto& [first, group] : groups) {
        if (group.size() < 2)
            continue;
        const std::vector<RankClock> own = group.clocks(trace, indexOf);
        clocks.insert(clocks.end(), own.begin(), own.end());
    }
    std::sort(clocks.begin(), clocks.end(), [](const RankClock& a, const RankClock& b) { return a.rank < b.rank; });
    return clocks;
}

} // namespace bubblescope
