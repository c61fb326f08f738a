// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bubblescope {

/// Pairs host calls with what they launched on a device: both carry the same "correlation" number within a rank.
class LaunchPairs {
public:
    struct Pair {
        uint32_t call;
        uint32_t lane; ///< of the call
        uint32_t started;
    };
    /// A call of which nothing was recorded on a device.
    struct Lost {
        uint32_t call;
        uint32_t lane;
    };

    void addCall(uint64_t number, uint32_t lane, uint32_t span) { m_calls.push_back({number, lane, span}); }
    void addStarted(uint64_t number, uint32_t lane, uint32_t span) { m_started.push_back({number, lane, span}); }

    /// Lanes of calls, in order.
    std::vector<uint32_t> callLanes() const;
    bool isEmpty() const { return m_calls.empty() && m_started.empty(); }
    size_t memoryBytes() const { return (m_calls.size() + m_started.size()) * sizeof(Entry); }
    /// Returns all pairs in order of what was launched, and clears itself. The first of several equal calls wins.
    /// `isLost`, asked of calls that started nothing, says which of them lost() is to know.
    std::vector<Pair> take(
        const std::function<int32_t(uint32_t lane)>& rankOf, const std::function<bool(uint32_t call)>& isLost = {});
    const std::vector<Lost>& lost() const { return m_lost; }

private:
    struct Entry {
        uint64_t number;
        uint32_t lane;
        uint32_t span;
    };
    using Entries = std::vector<Entry>;

    void pairOneRank(const Entry* calls, size_t callCount, const Entry* started, size_t startedCount,
        const std::function<bool(uint32_t call)>& isLost, std::vector<Pair>& pairs);

    Entries m_calls;
    Entries m_started;
    std::vector<Lost> m_lost;
};

} // namespace bubblescope
