// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hanggroups.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

int64_t numberOf(const std::string& name)
{
    int64_t value = 0;
    const auto result = std::from_chars(name.data(), name.data() + name.size(), value);
    return result.ec == std::errc() && result.ptr == name.data() + name.size() ? value : INT64_MAX;
}

} // namespace

std::vector<HangMembers> joinGroups(std::span<const FlightDump> dumps)
{
    // Equal lists of ranks are mostly one object.
    std::map<std::vector<int32_t>, const std::vector<int32_t>*> lists;
    std::map<const std::vector<int32_t>*, const std::vector<int32_t>*> known;
    const auto listOf = [&](const FlightGroup& group) -> const std::vector<int32_t>* {
        if (!group.ranks)
            return nullptr;
        const auto [same, isNew] = known.try_emplace(group.ranks.get(), nullptr);
        if (isNew)
            same->second = lists.try_emplace(*group.ranks, group.ranks.get()).first->second;
        return same->second;
    };
    std::map<std::tuple<int64_t, std::string, const std::vector<int32_t>*>, HangMembers> joined;
    for (const FlightDump& dump : dumps) {
        for (const FlightGroup& group : dump.groups) {
            if (group.ranks && group.ranks->size() < 2)
                continue;
            HangMembers& members = joined[{numberOf(group.name), group.name, listOf(group)}];
            members.first = members.first ? members.first : &group;
            members.hasMessages = members.hasMessages || group.hasMessages;
            members.members.push_back({dump.rank, &group});
        }
    }
    std::vector<HangMembers> groups;
    for (auto& [key, members] : joined) {
        std::sort(members.members.begin(), members.members.end(),
            [](const HangMember& a, const HangMember& b) { return a.rank < b.rank; });
        groups.push_back(std::move(members));
    }
    // Lists are distinguished by where they lie: by what they hold, rather.
    std::stable_sort(groups.begin(), groups.end(), [](const HangMembers& a, const HangMembers& b) {
        const auto place = [](const HangMembers& group) {
            return std::tuple(numberOf(group.first->name), group.first->name, group.members.front().rank);
        };
        return place(a) < place(b);
    });
    return groups;
}

} // namespace bubblescope
