// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bubblescope {

/// Calls of the host and what they started on a device, which carry the same number ("correlation") within a rank.
class LaunchPairs {
public:
    struct Pair {
        uint32_t call;
        uint32_t lane; ///< of the call
        uint32_t started;
    };

    void addCall(uint64_t number, uint32_t lane, uint32_t span) { m_calls.push_back({number, lane, span}); }
    void addStarted(uint64_t number, uint32_t lane, uint32_t span) { m_started.push_back({number, lane, span}); }

    bool isEmpty() const { return m_calls.empty() && m_started.empty(); }
    size_t memoryBytes() const { return (m_calls.size() + m_started.size()) * sizeof(Entry); }
    /// Forgets all and returns them, in order of what was started. Of several calls with one number the first counts.
    std::vector<Pair> take(const std::function<int32_t(uint32_t lane)>& rankOf);

private:
    struct Entry {
        uint64_t number;
        uint32_t lane;
        uint32_t span;
    };
    using Entries = std::vector<Entry>;

    static void pairOneRank(
        const Entry* calls, size_t callCount, const Entry* started, size_t startedCount, std::vector<Pair>& pairs);

    Entries m_calls;
    Entries m_started;
};

} // namespace bubblescope
