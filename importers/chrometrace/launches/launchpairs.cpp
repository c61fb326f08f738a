// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchpairs.h"

#include "freedmemory.h"

#include <algorithm>
#include <unordered_map>

namespace bubblescope {

std::vector<LaunchPairs::Pair> LaunchPairs::take(const std::function<int32_t(uint32_t lane)>& rankOf)
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
    for (size_t begin = 0; begin < m_started.size();) {
        const int32_t rank = rankOf(m_started[begin].lane);
        size_t end = begin;
        while (end < m_started.size() && rankOf(m_started[end].lane) == rank)
            ++end;
        while (call < m_calls.size() && rankOf(m_calls[call].lane) < rank)
            ++call;
        const size_t firstCall = call;
        while (call < m_calls.size() && rankOf(m_calls[call].lane) == rank)
            ++call;
        pairOneRank(m_calls.data() + firstCall, call - firstCall, m_started.data() + begin, end - begin, pairs);
        begin = end;
    }
    discard(m_calls);
    discard(m_started);
    return pairs;
}

void LaunchPairs::pairOneRank(
    const Entry* calls, size_t callCount, const Entry* started, size_t startedCount, std::vector<Pair>& pairs)
{
    if (callCount == 0)
        return;
    const auto [lowest, highest] = std::minmax_element(
        calls, calls + callCount, [](const Entry& a, const Entry& b) { return a.number < b.number; });
    const uint64_t first = lowest->number;
    const uint64_t range = highest->number - first;
    const auto add = [&](size_t call, const Entry& entry) {
        pairs.push_back({calls[call].span, calls[call].lane, entry.span});
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
}

} // namespace bubblescope
