// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectives.h"

#include "runcontext.h"
#include "statedcollectives.h"
#include "waiting.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace bubblescope {

namespace {

/// Members of one collective end together, apart from a clock offset: at least half of the ends must be this close.
bool endTogether(const Trace& trace, const Collectives& all, const CollectiveCandidates::Unproven& lanes)
{
    constexpr TimeNs closeEnds = 100'000;
    const auto instances = std::span(all.instances).subspan(lanes.firstInstance, lanes.instanceCount);
    std::vector<TimeNs> distances(instances.size());
    const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
    for (uint32_t member = 0; member < instances.front().memberCount; ++member) {
        for (size_t k = 0; k < instances.size(); ++k) {
            const auto members = all.membersOf(instances[k]);
            distances[k] = trace.end(members[member]) - trace.end(members.front());
        }
        std::nth_element(distances.begin(), middle, distances.end());
        // One or two cannot distinguish a clock offset from the timing of another group.
        const TimeNs offset = distances.size() < 3 ? 0 : *middle;
        for (TimeNs& distance : distances)
            distance = std::abs(distance - offset);
        std::nth_element(distances.begin(), middle, distances.end());
        if (*middle > closeEnds)
            return false;
    }
    return true;
}

} // namespace

bool namesProcessGroup(const Trace& trace, const Track& track)
{
    return track.lane == Lane::Communication && track.rank >= 0
        && (track.group == Category::OtherComm || trace.strings().text(track.name).ends_with(')'));
}

CollectiveCandidates findCandidates(const Trace& trace, const RankGroups& groups)
{
    ++MatchingCounts::collectives;
    std::map<int32_t, size_t> rankIndex;
    for (size_t r = 0; r < trace.ranks().size(); ++r)
        rankIndex.emplace(trace.ranks()[r].rank, r);

    // If the layout does not tell the groups, lanes with the name of the same process group (or of nothing known) count
    // as one group, to be proven later.
    constexpr int64_t firstNamed = int64_t(1) << 62;
    const auto groupOf = [&](size_t rank, const Track& track, Category kind) -> int64_t {
        const int64_t known = groups.group(rank, kind);
        if (known >= 0 || !namesProcessGroup(trace, track))
            return known;
        return firstNamed + track.name.value;
    };

    using Sequence = std::vector<SpanId>;
    struct Group {
        std::map<size_t, Sequence> members;
    };
    std::map<std::pair<Category, int64_t>, Group> all;
    for (const Row& row : trace.rows()) {
        const Track& track = trace.track(row.track);
        const auto rank = rankIndex.find(track.rank);
        if (rank == rankIndex.end() || track.lane == Lane::Stream || row.kind == Row::Kind::FusedLegs)
            continue;
        std::array<Sequence*, categoryCount> sequences {};
        std::array<bool, categoryCount> known {};
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (!isCollective(trace.operation(span))
                || trace.hasFlag(span, SpanFlag::launchOnly | SpanFlag::notMeasured) || statesCollective(trace, span))
                continue;
            const auto kind = static_cast<size_t>(trace.category(span));
            if (!known[kind]) {
                known[kind] = true;
                const int64_t group = groupOf(rank->second, track, trace.category(span));
                if (group >= 0)
                    sequences[kind] = &all[{trace.category(span), group}].members[rank->second];
            }
            if (sequences[kind])
                sequences[kind]->push_back(span);
        }
    }

    CollectiveCandidates result;
    StatedCollectives stated = matchStatedCollectives(trace);
    result.all = std::move(stated.matched);
    result.differing = stated.differing;
    result.differences = std::move(stated.differences);
    std::vector<SpanId> members;
    for (auto& [key, group] : all) {
        if (group.members.size() < 2)
            continue;
        const auto byTime
            = [&](SpanId a, SpanId b) { return std::pair(trace.begin(a), a) < std::pair(trace.begin(b), b); };
        std::vector<const Sequence*> sequences;
        for (auto& [rank, sequence] : group.members) {
            if (!std::is_sorted(sequence.begin(), sequence.end(), byTime))
                std::sort(sequence.begin(), sequence.end(), byTime);
            sequences.push_back(&sequence);
        }
        const Sequence& first = *sequences.front();
        const bool agree = std::all_of(sequences.begin(), sequences.end(), [&](const Sequence* s) {
            return std::equal(s->begin(), s->end(), first.begin(), first.end(),
                [&](SpanId a, SpanId b) { return trace.operation(a) == trace.operation(b); });
        });
        if (!agree)
            continue;
        if (key.second >= firstNamed)
            result.unproven.push_back({uint32_t(result.all.instances.size()), uint32_t(first.size())});
        for (size_t k = 0; k < first.size(); ++k) {
            members.clear();
            for (const Sequence* sequence : sequences)
                members.push_back((*sequence)[k]);
            result.all.add(members);
        }
    }
    return result;
}

Collectives provenCollectives(const Trace& trace, CollectiveCandidates candidates)
{
    std::vector<bool> isRefuted(candidates.unproven.size());
    for (size_t i = 0; i < isRefuted.size(); ++i)
        isRefuted[i] = !endTogether(trace, candidates.all, candidates.unproven[i]);
    if (std::find(isRefuted.begin(), isRefuted.end(), true) == isRefuted.end())
        return std::move(candidates.all);
    Collectives proven;
    uint32_t next = 0;
    const auto keepUntil = [&](uint32_t end) {
        for (; next < end; ++next)
            proven.add(candidates.all.membersOf(candidates.all.instances[next]));
    };
    for (size_t i = 0; i < isRefuted.size(); ++i) {
        const CollectiveCandidates::Unproven& lanes = candidates.unproven[i];
        if (!isRefuted[i])
            continue;
        keepUntil(lanes.firstInstance);
        next = lanes.firstInstance + lanes.instanceCount;
    }
    keepUntil(uint32_t(candidates.all.instances.size()));
    return proven;
}

Collectives matchOptimizerSteps(const Trace& trace, const RankGroups& groups)
{
    std::map<int32_t, std::vector<SpanId>> ofRank;
    for (const Row& row : trace.rows()) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (trace.operation(SpanId(i)) == Operation::OptimizerStep && !trace.parent(SpanId(i)).isValid())
                ofRank[trace.track(row.track).rank].push_back(SpanId(i));
        }
    }
    std::map<std::pair<int64_t, size_t>, std::vector<SpanId>> meetings; // by replica and occurrence
    for (size_t r = 0; r < trace.ranks().size(); ++r) {
        const int64_t replica = groups.modelReplica(r);
        const auto found = ofRank.find(trace.ranks()[r].rank);
        if (replica < 0 || found == ofRank.end())
            continue;
        std::vector<SpanId>& spans = found->second;
        std::sort(spans.begin(), spans.end(), [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
        for (size_t k = 0; k < spans.size(); ++k)
            meetings[{replica, k}].push_back(spans[k]);
    }
    Collectives result;
    std::vector<TimeNs> ends;
    for (const auto& [key, members] : meetings) {
        if (members.size() < 2)
            continue;
        ends.clear();
        TimeNs lastBegin = trace.begin(members.front());
        for (const SpanId member : members) {
            ends.push_back(trace.end(member));
            lastBegin = std::max(lastBegin, trace.begin(member));
        }
        std::sort(ends.begin(), ends.end());
        bool together = false;
        for (size_t i = 0; i + ends.size() / 2 < ends.size(); ++i)
            together = together || ends[i + ends.size() / 2] - ends[i] <= largestEndSpread;
        if (!together || ends.front() < lastBegin)
            continue;
        result.add(members);
    }
    return result;
}

} // namespace bubblescope
