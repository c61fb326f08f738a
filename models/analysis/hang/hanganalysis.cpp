// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hanganalysis.h"

#include "characters.h"
#include "hanggroups.h"
#include "hangsuspects.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Some members may complete these without the others.
bool mayFinishAlone(const FlightOperation& operation)
{
    const std::string_view name = operation.name;
    return holds(name, "broadcast"sv) || holds(name, "scatter"sv)
        ? !holds(name, "reduce_scatter"sv)
        : holds(name, "nccl:reduce"sv) || holds(name, "nccl:gather"sv);
}

/// All members give it tensors of one size.
bool hasOneSize(const FlightOperation& operation)
{
    const std::string_view name = operation.name;
    return holds(name, "all_reduce"sv) || holds(name, "allreduce"sv) || holds(name, "_all_gather_base"sv)
        || holds(name, "_reduce_scatter_base"sv) || holds(name, "broadcast"sv);
}

const FlightOperation* firstPendingCollective(const FlightGroup& group)
{
    for (const FlightOperation& operation : group.pending) {
        if (!operation.isMessage)
            return &operation;
    }
    return nullptr;
}

const FlightOperation* pendingAt(const FlightGroup& group, int64_t sequence)
{
    for (const FlightOperation& operation : group.pending) {
        if (!operation.isMessage && operation.sequence == sequence)
            return &operation;
    }
    return nullptr;
}

/// The first that is pending after a number; where none is known, the next. (Numbers do not begin at 0 everywhere.)
int64_t nextSequence(const HangMembers& members, int64_t last)
{
    int64_t next = INT64_MAX;
    for (const HangMember& member : members.members) {
        for (const FlightOperation& operation : member.group->pending) {
            if (!operation.isMessage && operation.sequence > last)
                next = std::min(next, operation.sequence);
        }
    }
    return next == INT64_MAX ? last + 1 : next;
}

class Analysis {
public:
    explicit Analysis(std::span<const FlightDump> dumps) : m_dumps(dumps)
    {
        for (const FlightDump& dump : dumps) {
            bool isPending = false;
            for (const FlightGroup& group : dump.groups)
                isPending = isPending || !group.pending.empty();
            m_pending[dump.rank] = isPending;
        }
    }

    HangReport run()
    {
        m_report.dumps = m_dumps.size();
        const std::vector<HangMembers> joined = joinGroups(m_dumps);
        for (const HangMembers& members : joined) {
            if (members.hasMessages)
                compareMessages(members);
            else
                compareCollectives(members);
        }
        findMissingDumps(joined);
        m_report.suspects = rankSuspects(m_reasons, m_report.groups, m_pending, WaitGraph(m_dumps, joined));
        nameVictims();
        return std::move(m_report);
    }

private:
    struct Standing {
        int64_t mostEnqueued = -1;
        int64_t mostCompleted = -1;
        int64_t leastEnqueued = INT64_MAX;
    };

    void compareCollectives(const HangMembers& members);
    void findDifferent(const HangMembers& members, HangGroup& group) const;
    void findAbsent(const HangMembers& members, HangGroup& group) const;
    void blame(const HangMembers& members, const HangGroup& group);
    void compareMessages(const HangMembers& members);
    void findMissingDumps(const std::vector<HangMembers>& joined);
    void nameVictims();
    void add(int32_t rank, HangReason reason) { m_reasons[rank].push_back(reason); }
    static HangGroup describe(const HangMembers& members);

    std::span<const FlightDump> m_dumps;
    HangReport m_report;
    std::unordered_map<int32_t, bool> m_pending; ///< of ranks with a dump
    std::map<int32_t, std::vector<HangReason>> m_reasons;
};

HangGroup Analysis::describe(const HangMembers& members)
{
    HangGroup group;
    group.name = members.first->name;
    group.description = members.first->description;
    if (members.first->ranks) {
        group.ranks = *members.first->ranks;
    } else {
        for (const HangMember& member : members.members)
            group.ranks.push_back(member.rank);
    }
    return group;
}

void Analysis::compareCollectives(const HangMembers& members)
{
    Standing standing;
    int64_t leastCompleted = INT64_MAX;
    bool isPending = false;
    for (const HangMember& member : members.members) {
        standing.mostEnqueued = std::max(standing.mostEnqueued, member.group->lastEnqueued);
        standing.leastEnqueued = std::min(standing.leastEnqueued, member.group->lastEnqueued);
        standing.mostCompleted = std::max(standing.mostCompleted, member.group->lastCompleted);
        leastCompleted = std::min(leastCompleted, member.group->lastCompleted);
        isPending = isPending || member.group->lastCompleted < member.group->lastEnqueued
            || firstPendingCollective(*member.group);
    }
    if (!isPending)
        return;
    HangGroup group = describe(members);
    // What the first of those that fell behind did not join; else the first that nobody completed.
    const bool isBehind = standing.leastEnqueued < standing.mostEnqueued;
    group.sequence = nextSequence(members, isBehind ? standing.leastEnqueued : standing.mostCompleted);
    if (group.sequence > standing.mostEnqueued) // some have completed all that there is
        group.sequence = leastCompleted + 1;
    for (const HangMember& member : members.members) {
        const FlightGroup& own = *member.group;
        if (own.lastCompleted < standing.mostCompleted && own.lastCompleted < own.lastEnqueued) {
            const FlightOperation* const next = pendingAt(own, own.lastCompleted + 1);
            if (!next || !mayFinishAlone(*next)) {
                group.stuck.push_back(member.rank);
            }
        }
    }
    for (const HangMember& member : members.members) {
        const FlightGroup& own = *member.group;
        if (own.lastEnqueued < group.sequence) {
            group.missing.push_back(member.rank);
            continue;
        }
        if (own.lastCompleted >= group.sequence)
            continue;
        group.waiting.push_back(member.rank);
        const FlightOperation* const operation = pendingAt(own, group.sequence);
        if (!operation)
            continue;
        const bool isStuck = std::find(group.stuck.begin(), group.stuck.end(), member.rank) != group.stuck.end();
        if (group.operation.name.empty() || (group.operation.record < 0 && !isStuck))
            group.operation = *operation;
        if (operation->created > 0)
            group.since = group.since > 0 ? std::min(group.since, operation->created) : operation->created;
    }
    // Of those that wait, one whose GPU is alive tells best what for.
    for (const HangMember& member : members.members) {
        const bool isStuck = std::find(group.stuck.begin(), group.stuck.end(), member.rank) != group.stuck.end();
        const FlightOperation* const operation = isStuck ? nullptr : pendingAt(*member.group, group.sequence);
        if (operation) {
            group.operation = *operation;
            break;
        }
    }
    findDifferent(members, group);
    findAbsent(members, group);
    blame(members, group);
}

/// The same number, but another operation, type or size: those in the minority are named.
void Analysis::findDifferent(const HangMembers& members, HangGroup& group) const
{
    using Kind = std::tuple<std::string_view, std::string_view, std::string_view>;
    std::map<Kind, std::vector<int32_t>> kinds;
    for (const HangMember& member : members.members) {
        const FlightOperation* const operation = pendingAt(*member.group, group.sequence);
        if (!operation)
            continue;
        const bool isSized = hasOneSize(*operation);
        kinds[{operation->name, isSized ? std::string_view(operation->dataType) : std::string_view(),
                  isSized ? std::string_view(operation->sizes) : std::string_view()}]
            .push_back(member.rank);
    }
    if (kinds.size() < 2)
        return;
    const auto most = std::max_element(
        kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (const auto& [kind, ranks] : kinds) {
        if (kind != most->first)
            group.different.insert(group.different.end(), ranks.begin(), ranks.end());
    }
    std::sort(group.different.begin(), group.different.end());
}

void Analysis::findAbsent(const HangMembers& members, HangGroup& group) const
{
    size_t next = 0;
    std::vector<int32_t> ranks = group.ranks;
    std::sort(ranks.begin(), ranks.end());
    for (const int32_t rank : ranks) {
        while (next < members.members.size() && members.members[next].rank < rank)
            ++next;
        if (next == members.members.size() || members.members[next].rank != rank)
            group.absent.push_back(rank);
    }
}

void Analysis::blame(const HangMembers& members, const HangGroup& group)
{
    const size_t number = m_report.groups.size();
    for (const int32_t rank : group.missing)
        add(rank, {HangReason::Kind::Missing, number, group.sequence, group.waiting.size()});
    for (const int32_t rank : group.stuck)
        add(rank, {HangReason::Kind::Stuck, number, group.sequence, 0});
    for (const int32_t rank : group.different)
        add(rank, {HangReason::Kind::Different, number, group.sequence, group.waiting.size() - group.different.size()});
    if (group.missing.empty() && group.stuck.empty() && group.absent.size() == 1)
        add(group.absent.front(), {HangReason::Kind::Absent, number, group.sequence, group.waiting.size()});
    // Its kernel waits on the devices of those that have started it.
    std::vector<int32_t> scheduled;
    size_t started = 0;
    for (const HangMember& member : members.members) {
        const FlightOperation* const operation = pendingAt(*member.group, group.sequence);
        if (operation && operation->state == FlightOperation::State::Started)
            ++started;
        else if (operation && operation->state == FlightOperation::State::Scheduled)
            scheduled.push_back(member.rank);
    }
    if (started > 0 && group.missing.empty()) {
        for (const int32_t rank : scheduled)
            add(rank, {HangReason::Kind::NotStarted, number, group.sequence, started});
    }
    m_report.groups.push_back(group);
}

/// A send waits for its receive and the other way round: both are pending where their GPUs are busy with something
/// else.
void Analysis::compareMessages(const HangMembers& members)
{
    HangGroup group = describe(members);
    const auto rankAt = [&](int32_t place) {
        return place >= 0 && std::cmp_less(place, group.ranks.size()) ? group.ranks[static_cast<size_t>(place)] : -1;
    };
    std::set<std::tuple<int32_t, int32_t, bool>> ends; // own rank, peer, whether it sends
    for (const HangMember& member : members.members) {
        for (const FlightOperation& operation : member.group->pending) {
            if (operation.isMessage)
                ends.emplace(member.rank, rankAt(operation.peer), operation.isSend);
        }
    }
    std::map<int32_t, size_t> unanswered; // by rank, how many wait for it
    for (const auto& [own, peer, isSend] : ends) {
        if (m_pending.count(peer) > 0 && ends.count({peer, own, !isSend}) == 0)
            ++unanswered[peer];
    }
    for (const HangMember& member : members.members) {
        if (member.group->pending.empty())
            continue;
        group.waiting.push_back(member.rank);
        const FlightOperation& operation = member.group->pending.front();
        if (group.operation.name.empty() || operation.created < group.operation.created)
            group.operation = operation;
    }
    if (group.waiting.empty())
        return;
    group.sequence = group.operation.sequence;
    group.since = group.operation.created;
    findAbsent(members, group);
    for (const auto& [rank, peers] : unanswered) {
        if (!m_pending[rank]) // else it may come to it once its own wait is over
            group.missing.push_back(rank);
        add(rank, {HangReason::Kind::Unanswered, m_report.groups.size(), group.sequence, peers});
    }
    m_report.groups.push_back(std::move(group));
}

void Analysis::findMissingDumps(const std::vector<HangMembers>& joined)
{
    std::set<int32_t> named;
    std::set<const std::vector<int32_t>*> seen;
    for (const HangMembers& members : joined) {
        if (members.first->ranks && seen.insert(members.first->ranks.get()).second)
            named.insert(members.first->ranks->begin(), members.first->ranks->end());
    }
    for (const int32_t rank : named) {
        if (m_pending.count(rank) == 0)
            m_report.missingDumps.push_back(rank);
    }
}

void Analysis::nameVictims()
{
    std::set<int32_t> suspected;
    for (const HangSuspect& suspect : m_report.suspects)
        suspected.insert(suspect.rank);
    for (const auto& [rank, isPending] : m_pending) {
        if (isPending && suspected.count(rank) == 0)
            m_report.victims.push_back(rank);
    }
    std::sort(m_report.victims.begin(), m_report.victims.end());
    // Groups with a reason come first; reasons follow them.
    std::vector<size_t> order(m_report.groups.size());
    std::vector<bool> isBlamed(order.size(), false);
    for (const HangSuspect& suspect : m_report.suspects) {
        for (const HangReason& reason : suspect.reasons)
            isBlamed[reason.group] = true;
    }
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return isBlamed[a] && !isBlamed[b]; });
    std::vector<HangGroup> groups;
    std::vector<size_t> placeOf(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        placeOf[order[i]] = i;
        groups.push_back(std::move(m_report.groups[order[i]]));
    }
    m_report.groups = std::move(groups);
    for (HangSuspect& suspect : m_report.suspects) {
        for (HangReason& reason : suspect.reasons)
            reason.group = placeOf[reason.group];
    }
}

} // namespace

HangReport analyseHang(std::span<const FlightDump> dumps) { return Analysis(dumps).run(); }

} // namespace bubblescope
