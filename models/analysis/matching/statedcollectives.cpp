// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statedcollectives.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Equal for all members of one collective.
struct Key {
    uint64_t id = 0;
    int64_t sequence = -1;
    auto operator<=>(const Key&) const = default;
};

std::optional<Key> collectiveKey(const CollectiveCall& call)
{
    if (call.commsId != 0)
        return Key {call.commsId, -1};
    if (call.communicator != CollectiveCall::noCommunicator && call.sequence >= 0)
        return Key {call.communicator, call.sequence};
    return {};
}

struct Member {
    Key key;
    int32_t rank;
    const CollectiveCall* call;
};

bool isMember(const Trace& trace, SpanId span)
{
    // The host's own record of a communication states the same, but is not the communication.
    return isCollective(trace.operation(span)) && isCommunication(trace.category(span))
        && !trace.hasFlag(span, SpanFlag::launchOnly | SpanFlag::notMeasured);
}

/// Collectives that move the same number of bytes on every member.
bool isEven(Operation operation)
{
    return operation == Operation::AllReduce || operation == Operation::Broadcast || operation == Operation::Reduce;
}

/// How `other` differs from `first`; empty if both may belong to one collective.
Message differenceOf(const Trace& trace, const Member& first, const Member& other)
{
    const CollectiveCall& a = *first.call;
    const CollectiveCall& b = *other.call;
    const auto text = [&](const Member& member) {
        return say("{} of {} bytes on rank {}", named(operationName(trace.operation(member.call->span))),
            trace.bytes(member.call->span), member.rank);
    };
    const Operation operation = trace.operation(a.span);
    const bool isSame = operation == trace.operation(b.span) && a.dataType == b.dataType
        && (!isEven(operation) || trace.bytes(a.span) == trace.bytes(b.span));
    return isSame ? Message() : say("{}, but {}", text(first), text(other));
}

/// The members of each group, so that a thousand ranks need not be searched for each of a thousand members.
class GroupMembers {
public:
    explicit GroupMembers(const Trace& trace) : m_trace(trace) { }

    /// False for a rank that is not in the group: the files are of different runs, or one number stands for two groups.
    bool has(const Member& member)
    {
        const Communicator* group = m_trace.collectives().communicatorOf(*member.call);
        if (!group || group->ranks.empty())
            return true;
        std::vector<int32_t>& sorted = m_sorted[member.call->communicator];
        if (sorted.empty()) {
            sorted = group->ranks;
            std::sort(sorted.begin(), sorted.end());
        }
        return std::binary_search(sorted.begin(), sorted.end(), member.rank);
    }

private:
    const Trace& m_trace;
    std::unordered_map<uint32_t, std::vector<int32_t>> m_sorted;
};

Message nameOf(const Trace& trace, const CollectiveCall& call)
{
    const Communicator* group = trace.collectives().communicatorOf(call);
    std::string name = group ? std::string(trace.strings().text(group->name)) : std::string("?");
    if (group && group->description.isValid() && group->description != group->name)
        name += fmt::format(" ({})", trace.strings().text(group->description));
    return call.sequence < 0 ? say("process group {}", name)
                             : say("process group {}, sequence {}", name, call.sequence);
}

/// Matches the members with one key: the k-th of every rank, in order of time, form one collective.
void matchOneKey(const Trace& trace, const std::vector<std::vector<Member>>& ranks, GroupMembers& groups,
    StatedCollectives& result)
{
    const Member& first = ranks.front().front();
    Message difference;
    for (const std::vector<Member>& rank : ranks) {
        if (!groups.has(rank.front()))
            difference = say("rank {} does not belong to it", rank.front().rank);
        else if (rank.size() != ranks.front().size())
            difference = say("{} times on rank {}, {} times on rank {}", ranks.front().size(), first.rank, rank.size(),
                rank.front().rank);
        for (size_t k = 0; difference.empty() && k < rank.size(); ++k)
            difference = differenceOf(trace, ranks.front()[k], rank[k]);
        if (!difference.empty())
            break;
    }
    const int32_t size = first.call->groupSize;
    if (difference.empty() && size > 0 && ranks.size() > static_cast<size_t>(size))
        difference = say("{} ranks, though the group has {}", ranks.size(), size);
    if (!difference.empty()) {
        if (result.differing++ == 0)
            result.differences = say("{}: {}", nameOf(trace, *first.call), difference);
        return;
    }
    for (size_t k = 0; k < ranks.front().size(); ++k) {
        auto& members = result.matched.members;
        result.matched.instances.push_back(
            {static_cast<uint32_t>(members.size()), static_cast<uint32_t>(ranks.size())});
        for (const std::vector<Member>& rank : ranks)
            members.push_back(rank[k].call->span);
    }
}

} // namespace

bool statesCollective(const Trace& trace, SpanId span)
{
    const CollectiveCall* const call = trace.collectives().find(span);
    return call && collectiveKey(*call);
}

bool statesPeer(const Trace& trace, SpanId span)
{
    const CollectiveCall* const call = trace.collectives().find(span);
    return call && call->peer >= 0;
}

StatedCollectives matchStatedCollectives(const Trace& trace)
{
    StatedCollectives result;
    result.matched = Collectives(trace.pool());
    ColumnVector<Member> all(trace.pool());
    for (const CollectiveCall& call : trace.collectives().calls) {
        const std::optional<Key> key = collectiveKey(call);
        if (key && isMember(trace, call.span))
            all.push_back({*key, trace.track(trace.track(call.span)).rank, &call});
    }
    std::sort(all.begin(), all.end(), [&](const Member& a, const Member& b) {
        return std::tuple(a.key, a.rank, trace.begin(a.call->span), a.call->span)
            < std::tuple(b.key, b.rank, trace.begin(b.call->span), b.call->span);
    });
    GroupMembers groups(trace);
    std::vector<std::vector<Member>> ranks;
    for (size_t i = 0; i < all.size();) {
        const Key key = all[i].key;
        ranks.clear();
        for (; i < all.size() && all[i].key == key; ++i) {
            if (ranks.empty() || ranks.back().front().rank != all[i].rank)
                ranks.emplace_back();
            ranks.back().push_back(all[i]);
        }
        if (ranks.size() > 1)
            matchOneKey(trace, ranks, groups, result);
    }
    return result;
}

StatedMessages matchStatedMessages(const Trace& trace)
{
    struct Channel {
        std::vector<SpanId> sends;
        std::vector<SpanId> receives;
    };
    std::map<std::tuple<int32_t, int32_t, uint32_t>, Channel> channels; // from, to, process group
    for (const CollectiveCall& call : trace.collectives().calls) {
        const Operation operation = trace.operation(call.span);
        if (call.peer < 0 || !isPointToPoint(operation))
            continue;
        const int32_t own = trace.track(trace.track(call.span)).rank;
        if (isSend(operation))
            channels[{own, call.peer, call.communicator}].sends.push_back(call.span);
        else
            channels[{call.peer, own, call.communicator}].receives.push_back(call.span);
    }
    StatedMessages result;
    const auto byTime = [&](SpanId a, SpanId b) { return std::pair(trace.begin(a), a) < std::pair(trace.begin(b), b); };
    for (auto& [key, channel] : channels) {
        std::sort(channel.sends.begin(), channel.sends.end(), byTime);
        std::sort(channel.receives.begin(), channel.receives.end(), byTime);
        for (size_t k = 0; k < std::min(channel.sends.size(), channel.receives.size()); ++k) {
            const SpanId send = channel.sends[k];
            const SpanId receive = channel.receives[k];
            if (trace.bytes(send) == trace.bytes(receive)) {
                result.matched.push_back({send, receive});
            } else if (result.differing++ == 0) {
                result.differences = say("message {} from rank {} to rank {}: {} bytes sent, {} received", k + 1,
                    std::get<0>(key), std::get<1>(key), trace.bytes(send), trace.bytes(receive));
            }
        }
    }
    return result;
}

} // namespace bubblescope
