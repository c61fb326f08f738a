// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectives.h"

#include "devicelanes.h"
#include "runcontext.h"
#include "statedcollectives.h"
#include "waiting.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>

namespace bubblescope {

namespace {

/// Members of one collective end together, apart from a clock offset: at least half of the ends must be this close.
bool endTogether(const Trace& trace, const Collectives& all, const CollectiveCandidates::Unproven& lanes,
    uint32_t first, uint32_t other)
{
    constexpr TimeNs closeEnds = 100'000;
    // In the worst case every two members are compared: of many some collectives tell.
    constexpr size_t mostWork = size_t(1) << 27;
    constexpr size_t fewest = 9;
    const auto instances = std::span(all.instances).subspan(lanes.firstInstance, lanes.instanceCount);
    const size_t pairs = size_t(instances.front().memberCount) * instances.front().memberCount;
    const size_t looked = std::min(instances.size(), std::max(fewest, mostWork / std::max<size_t>(pairs, 1)));
    std::vector<TimeNs> distances(looked);
    const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
    for (size_t k = 0; k < looked; ++k) {
        const auto members = all.membersOf(instances[k * instances.size() / looked]);
        distances[k] = trace.end(members[other]) - trace.end(members[first]);
    }
    std::nth_element(distances.begin(), middle, distances.end());
    // One or two cannot distinguish a clock offset from the timing of another group.
    const TimeNs offset = distances.size() < 3 ? 0 : *middle;
    for (TimeNs& distance : distances)
        distance = std::abs(distance - offset);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle <= closeEnds;
}

/// Where no two ranks end together, since their ends jitter: all of them meet if nobody leaves before the last one has
/// come, and who comes later does not leave later. What only looks alike also ends later where it begins later.
bool comeAndLeaveAsOne(const Trace& trace, const Collectives& all, const CollectiveCandidates::Unproven& lanes)
{
    constexpr uint32_t fewest = 3;
    if (lanes.areTooMany || lanes.instanceCount < fewest)
        return false;
    uint32_t apart = 0;
    double late = 0;      // sum of squares
    double leaveLate = 0; // of products
    for (uint32_t k = lanes.firstInstance; k < lanes.firstInstance + lanes.instanceCount; ++k) {
        const auto members = all.membersOf(all.instances[k]);
        const auto count = double(members.size());
        TimeRange begins = TimeRange::nothing();
        TimeRange ends = TimeRange::nothing();
        double begin = 0;
        double end = 0;
        for (const SpanId member : members) {
            begins = begins.united({trace.begin(member), trace.begin(member)});
            ends = ends.united({trace.end(member), trace.end(member)});
            begin += double(trace.begin(member)) / count;
            end += double(trace.end(member)) / count;
        }
        apart += begins.end > ends.begin || ends.duration() > largestEndSpread;
        for (const SpanId member : members) {
            const double later = double(trace.begin(member)) - begin;
            late += later * later;
            leaveLate += later * (double(trace.end(member)) - end);
        }
    }
    return late > 0 && std::abs(leaveLate) * 2 <= late && apart * 10 <= lanes.instanceCount;
}

/// The members that end together, by group. One or two collectives tell of all members or of none.
std::vector<std::vector<uint32_t>> membersTogether(
    const Trace& trace, const Collectives& all, const CollectiveCandidates::Unproven& lanes)
{
    std::vector<std::vector<uint32_t>> groups;
    for (uint32_t member = 0; member < all.instances[lanes.firstInstance].memberCount; ++member) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<uint32_t>& others) {
            return endTogether(trace, all, lanes, others.front(), member);
        });
        if (group == groups.end())
            groups.push_back({member});
        else
            group->push_back(member);
    }
    const size_t memberCount = all.instances[lanes.firstInstance].memberCount;
    if (groups.size() == memberCount && comeAndLeaveAsOne(trace, all, lanes)) {
        groups.assign(1, {});
        for (uint32_t member = 0; member < memberCount; ++member)
            groups.front().push_back(member);
    }
    if (groups.size() > 1 && lanes.instanceCount < 3)
        groups.clear();
    std::erase_if(groups, [](const std::vector<uint32_t>& group) { return group.size() < 2; });
    return groups;
}

/// Spans of one rank in order.
using Sequence = std::vector<SpanId>;

bool areAlike(const Trace& trace, const std::vector<const Sequence*>& sequences)
{
    const Sequence& first = *sequences.front();
    return std::all_of(sequences.begin(), sequences.end(), [&](const Sequence* sequence) {
        return std::equal(sequence->begin(), sequence->end(), first.begin(), first.end(),
            [&](SpanId a, SpanId b) { return trace.operation(a) == trace.operation(b); });
    });
}

/// What shows whether those that are alike meet.
enum class Proof : uint8_t {
    Stated, ///< the layout, or a group that has as many members
    Times,
    TimesOfFew, ///< the group states fewer members
};

void addCollectives(const std::vector<const Sequence*>& sequences, Proof proof, CollectiveCandidates& candidates)
{
    const auto count = static_cast<uint32_t>(sequences.front()->size());
    if (proof != Proof::Stated)
        candidates.unproven.push_back(
            {static_cast<uint32_t>(candidates.all.instances.size()), count, proof == Proof::TimesOfFew});
    std::vector<SpanId> members;
    for (uint32_t k = 0; k < count; ++k) {
        members.clear();
        for (const Sequence* sequence : sequences)
            members.push_back((*sequence)[k]);
        candidates.all.add(members);
    }
}

/// The kernels of one name that all ranks ran equally often, where what else they ran differs.
void addByName(
    const Trace& trace, const std::vector<const Sequence*>& sequences, Proof proof, CollectiveCandidates& candidates)
{
    std::map<std::string_view, std::vector<Sequence>> byName;
    for (size_t rank = 0; rank < sequences.size(); ++rank) {
        for (const SpanId span : *sequences[rank]) {
            std::vector<Sequence>& ofName = byName[trace.name(span)];
            ofName.resize(sequences.size());
            ofName[rank].push_back(span);
        }
    }
    for (const auto& [name, ofName] : byName) {
        std::vector<const Sequence*> same;
        for (const Sequence& sequence : ofName)
            same.push_back(&sequence);
        if (areAlike(trace, same))
            addCollectives(same, proof, candidates);
    }
}

/// True where neither its name nor what launched it tells of messages.
bool namesNoMessage(std::string_view name)
{
    static constexpr std::string_view words[] = {"send", "Send", "SEND", "recv", "Recv", "RECV", "receive", "Receive"};
    return std::none_of(std::begin(words), std::end(words),
        [name](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

} // namespace

bool mayBeCollective(const Trace& trace, SpanId span)
{
    const Operation operation = trace.operation(span);
    return isCollective(operation)
        || (operation == Operation::Other && isCommunication(trace.category(span))
            && trace.category(span) != Category::PipelineComm && namesNoMessage(trace.name(span)));
}

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

    // If the layout states no groups, communicators do, or lanes with the name of the same process group (or of
    // nothing known): they count as one group, to be proven later.
    constexpr int64_t firstNamed = int64_t(1) << 61;
    constexpr int64_t firstCommunicator = int64_t(1) << 62;
    const auto groupOf = [&](size_t rank, const Track& track, Category kind) -> int64_t {
        const int64_t known = groups.group(rank, kind);
        if (known >= 0 || !namesProcessGroup(trace, track))
            return known;
        return firstNamed + track.name.value;
    };

    struct Group {
        std::map<size_t, Sequence> members;
    };
    struct Key {
        Category kind;
        int64_t group;
        bool isStream; // those on a stream of their own are in no order with the others
        bool statesOperation = true;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, Group> all;
    const bool isOfProfiler = isProfilerRun(trace);
    for (const Row& row : trace.rows()) {
        const Track& track = trace.track(row.track);
        const auto rank = rankIndex.find(track.rank);
        const bool isStream = track.lane == Lane::Stream;
        if (rank == rankIndex.end() || (isStream && isOfProfiler) || row.kind == Row::Kind::FusedLegs)
            continue;
        const bool isNamed = namesProcessGroup(trace, track);
        std::array<Sequence*, categoryCount> sequences {};
        std::array<bool, categoryCount> known {};
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            const bool statesOperation = isCollective(trace.operation(span));
            if ((!statesOperation && (!isNamed || !mayBeCollective(trace, span)))
                || trace.hasFlag(span, SpanFlag::launchOnly | SpanFlag::notMeasured) || statesCollective(trace, span))
                continue;
            const auto kind = static_cast<size_t>(trace.category(span));
            const CollectiveCall* const call = trace.collectives().find(span);
            if (call && call->communicator != CollectiveCall::noCommunicator
                && groups.group(rank->second, trace.category(span)) < 0) {
                const int64_t group = firstCommunicator + call->communicator;
                all[{trace.category(span), group, isStream, statesOperation}].members[rank->second].push_back(span);
                continue;
            }
            if (!statesOperation) {
                if (groups.group(rank->second, trace.category(span)) < 0) {
                    const int64_t group = firstNamed + track.name.value;
                    all[{trace.category(span), group, isStream, false}].members[rank->second].push_back(span);
                }
                continue;
            }
            if (!known[kind]) {
                known[kind] = true;
                const int64_t group = groupOf(rank->second, track, trace.category(span));
                if (group >= 0)
                    sequences[kind] = &all[{trace.category(span), group, isStream}].members[rank->second];
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
        Proof proof = key.group < firstNamed ? Proof::Stated : Proof::Times;
        if (key.group >= firstCommunicator) {
            const auto size = trace.collectives().communicators[size_t(key.group - firstCommunicator)].size;
            if (size > 0 && sequences.size() >= size_t(size))
                proof = sequences.size() == size_t(size) ? Proof::Stated : Proof::TimesOfFew;
        }
        if (areAlike(trace, sequences))
            addCollectives(sequences, proof, result);
        else if (key.group >= firstNamed)
            addByName(trace, sequences, proof, result);
    }
    return result;
}

Collectives provenCollectives(const Trace& trace, CollectiveCandidates candidates)
{
    const Collectives& all = candidates.all;
    Collectives proven(trace.pool());
    uint32_t next = 0;
    std::vector<SpanId> members;
    const auto keepUntil = [&](uint32_t end) {
        for (; next < end; ++next)
            proven.add(all.membersOf(all.instances[next]));
    };
    for (const CollectiveCandidates::Unproven& lanes : candidates.unproven) {
        const auto groups = membersTogether(trace, all, lanes);
        const uint32_t end = lanes.firstInstance + lanes.instanceCount;
        keepUntil(lanes.firstInstance);
        if (groups.size() == 1 && groups.front().size() == all.instances[lanes.firstInstance].memberCount)
            continue;
        for (const std::vector<uint32_t>& group : groups) {
            for (uint32_t k = lanes.firstInstance; k < end; ++k) {
                members.clear();
                for (const uint32_t member : group)
                    members.push_back(all.membersOf(all.instances[k])[member]);
                proven.add(members);
            }
        }
        next = end;
    }
    keepUntil(static_cast<uint32_t>(all.instances.size()));
    return proven;
}

namespace {

/// Sum of the distances from their median.
double spreadOf(std::vector<TimeNs>& times)
{
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    double sum = 0;
    for (const TimeNs time : times)
        sum += std::abs(double(time - *middle));
    return sum;
}

/// Whether these optimizer steps waited for the last of them: see matchOptimizerSteps().
bool haveMet(const Trace& trace, const std::vector<SpanId>& members)
{
    TimeNs lastBegin = trace.begin(members.front());
    for (const SpanId member : members)
        lastBegin = std::max(lastBegin, trace.begin(member));
    std::vector<TimeNs> sinceLast;
    std::vector<TimeNs> durations;
    for (const SpanId member : members) {
        sinceLast.push_back(trace.end(member) - lastBegin);
        durations.push_back(trace.end(member) - trace.begin(member));
    }
    std::sort(sinceLast.begin(), sinceLast.end());
    if (sinceLast.front() < 0)
        return false;
    const size_t half = sinceLast.size() / 2;
    for (size_t i = 0; i + half < sinceLast.size(); ++i) {
        if (sinceLast[i + half] - sinceLast[i] <= largestEndSpread)
            return true;
    }
    // Of half of the stages slow GPUs, say: then the differences between begins explain those between durations.
    return spreadOf(sinceLast) * 2 <= spreadOf(durations);
}

} // namespace

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
    for (const auto& [key, members] : meetings) {
        if (members.size() > 1 && haveMet(trace, members))
            result.add(members);
    }
    return result;
}

} // namespace bubblescope
