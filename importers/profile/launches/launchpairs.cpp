// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchpairs.h"

#include "freedmemory.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace bubblescope {

std::vector<uint32_t> LaunchPairs::callLanes() const
{
    std::set<uint32_t> lanes;
    uint32_t last = 0;
    for (const Entry& call : m_calls) {
        if (lanes.empty() || call.lane != last)
            lanes.insert(call.lane);
        last = call.lane;
    }
    return {lanes.begin(), lanes.end()};
}

std::vector<LaunchPairs::Pair> LaunchPairs::take(
    const std::function<int32_t(uint32_t lane)>& rankOf, const std::function<bool(uint32_t call)>& isLost)
{
    // Almost always, all entries belong to one rank and are in order already.
    const auto byRank = [&](const Entry& a, const Entry& b) { return rankOf(a.lane) < rankOf(b.lane); };
    for (Entries* entries : {&m_calls, &m_started}) {
        if (!std::is_sorted(entries->begin(), entries->end(), byRank))
            std::stable_sort(entries->begin(), entries->end(), byRank);
    }
    std::vector<Pair> pairs;
    pairs.reserve(m_started.size());
    size_t call = 0;
    size_t begin = 0;
    while (begin < m_started.size() || call < m_calls.size()) {
        int32_t rank = begin < m_started.size() ? rankOf(m_started[begin].lane) : rankOf(m_calls[call].lane);
        if (call < m_calls.size())
            rank = std::min(rank, rankOf(m_calls[call].lane));
        size_t end = begin;
        while (end < m_started.size() && rankOf(m_started[end].lane) == rank)
            ++end;
        const size_t firstCall = call;
        while (call < m_calls.size() && rankOf(m_calls[call].lane) == rank)
            ++call;
        pairOneRank(m_calls.data() + firstCall, call - firstCall, m_started.data() + begin, end - begin, isLost, pairs);
        begin = end;
    }
    discard(m_calls);
    discard(m_started);
    return pairs;
}

void LaunchPairs::pairOneRank(const Entry* calls, size_t callCount, const Entry* started, size_t startedCount,
    const std::function<bool(uint32_t call)>& isLost, std::vector<Pair>& pairs)
{
    if (callCount == 0)
        return;
    const auto [lowest, highest] = std::minmax_element(
        calls, calls + callCount, [](const Entry& a, const Entry& b) { return a.number < b.number; });
    const uint64_t first = lowest->number;
    const uint64_t range = highest->number - first;
    std::vector<bool> hasStarted(isLost ? callCount : 0);
    const auto add = [&](size_t call, const Entry& entry) {
        pairs.push_back({calls[call].span, calls[call].lane, entry.span});
        if (isLost)
            hasStarted[call] = true;
    };
    const auto noteLost = [&](const auto& firstOf) {
        for (size_t i = 0; isLost && i < callCount; ++i) {
            if (!hasStarted[i] && firstOf(calls[i].number) == i && isLost(calls[i].span))
                m_lost.push_back({calls[i].span, calls[i].lane});
        }
    };
    // Numbers are usually consecutive, so a table indexed by them is small; a file may have other numbers, though.
    if (range / 8 <= callCount) {
        std::vector<uint32_t> callOf(range + 1, 0); // counted from 1
        for (size_t i = callCount; i-- > 0;)
            callOf[calls[i].number - first] = static_cast<uint32_t>(i + 1);
        for (size_t i = 0; i < startedCount; ++i) {
            const uint64_t at = started[i].number - first;
            if (at <= range && callOf[at] != 0)
                add(callOf[at] - 1, started[i]);
        }
        noteLost([&](uint64_t number) { return size_t(callOf[number - first]) - 1; });
        return;
    }
    std::unordered_map<uint64_t, size_t> callOf;
    callOf.reserve(callCount);
    for (size_t i = 0; i < callCount; ++i)
        callOf.try_emplace(calls[i].number, i);
    for (size_t i = 0; i < startedCount; ++i) {
        if (const auto call = callOf.find(started[i].number); call != callOf.end())
            add(call->second, started[i]);
    }
    noteLost([&](uint64_t number) { return callOf.at(number); });
}

} // namespace bubblescope
