// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knowncollectives.h"

#include "runcontext.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

namespace {
void addMembers(const Collectives& all, std::vector<CollectiveMember>& members)
{
    for (uint32_t i = 0; i < all.instances.size(); ++i) {
        for (const SpanId member : all.membersOf(all.instances[i]))
            members.push_back({member, i});
    }
}

Collectives joined(const Trace& trace, ColumnVector<CollectiveMember>&& members)
{
    const auto byCollective = [](const CollectiveMember& a, const CollectiveMember& b) {
        return std::tie(a.collective, a.span) < std::tie(b.collective, b.span);
    };
    std::sort(members.begin(), members.end(), byCollective);
    Collectives all(trace.pool());
    std::vector<SpanId> ofOne;
    for (size_t i = 0; i < members.size();) {
        const uint32_t number = members[i].collective;
        ofOne.clear();
        bool isOncePerRank = true; // unless somebody tampered with it
        int32_t before = 0;
        for (; i < members.size() && members[i].collective == number; ++i) {
            const int32_t rank = trace.track(trace.track(members[i].span)).rank;
            isOncePerRank = isOncePerRank && (ofOne.empty() || rank != before);
            ofOne.push_back(members[i].span);
            before = rank;
        }
        if (ofOne.size() > 1 && isOncePerRank)
            all.add(ofOne);
    }
    return all;
}

template <typename IsMeant>
Collectives known(const Trace& trace, const std::vector<CollectiveMember>& members, const IsMeant& isMeant)
{
    ColumnVector<CollectiveMember> meant(trace.pool());
    for (const CollectiveMember& member : members) {
        if (isMeant(trace.operation(member.span)))
            meant.push_back(member);
    }
    return joined(trace, std::move(meant));
}
} // namespace

std::vector<CollectiveMember> collectiveMembers(const RunContext& context)
{
    std::vector<CollectiveMember> members;
    members.reserve(context.collectives().members.size() + context.optimizerSteps().members.size());
    addMembers(context.collectives(), members);
    addMembers(context.optimizerSteps(), members);
    std::sort(members.begin(), members.end(),
        [](const CollectiveMember& a, const CollectiveMember& b) { return a.span < b.span; });
    return members;
}

Collectives knownCollectives(const Trace& trace, const std::vector<CollectiveMember>& members)
{
    return known(trace, members, [](Operation operation) { return operation != Operation::OptimizerStep; });
}

Collectives knownOptimizerSteps(const Trace& trace, const std::vector<CollectiveMember>& members)
{
    return known(trace, members, [](Operation operation) { return operation == Operation::OptimizerStep; });
}

std::vector<bool> withPartners(const Trace& trace, const std::vector<bool>& isOwn)
{
    std::vector<bool> isKept = isOwn;
    for (const Link& message : trace.links()) {
        if (isOwn[message.from.value] || isOwn[message.to.value])
            isKept[message.from.value] = isKept[message.to.value] = true;
    }
    const auto keep = [&](const Collectives& all) {
        for (const Collectives::Instance& instance : all.instances) {
            const auto members = all.membersOf(instance);
            if (std::any_of(members.begin(), members.end(), [&](SpanId member) { return isOwn[member.value]; })) {
                for (const SpanId member : members)
                    isKept[member.value] = true;
            }
        }
    };
    if (const auto& members = trace.collectives().members) {
        keep(knownCollectives(trace, *members));
        keep(knownOptimizerSteps(trace, *members));
    }
    return isKept;
}

} // namespace bubblescope
