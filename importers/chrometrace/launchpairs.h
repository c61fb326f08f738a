// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sidetables.h"

#include <functional>

namespace bubblescope {

/// Calls of the host and what they started on a device, which carry the same number ("correlation") within a rank.
class LaunchPairs {
public:
    void addCall(uint64_t number, uint32_t lane, uint32_t span) { m_calls.push_back({number, lane, span}); }
    void addStarted(uint64_t number, uint32_t lane, uint32_t span) { m_started.push_back({number, lane, span}); }

    /// Forgets all and returns them, in order of what was started. Of several calls with one number the first counts.
    std::vector<Link> take(const std::function<int32_t(uint32_t lane)>& rankOf);

private:
    struct Entry {
        uint64_t number;
        uint32_t lane;
        uint32_t span;
    };
    using Entries = std::vector<Entry>;

    static void pairOneRank(
        const Entry* calls, size_t callCount, const Entry* started, size_t startedCount, std::vector<Link>& links);

    Entries m_calls;
    Entries m_started;
};

} // namespace bubblescope
