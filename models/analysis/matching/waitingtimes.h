// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "waiting.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// How long each span waits; fast enough to query in every frame and small enough to keep with a run of ten million
/// spans: a quarter of a byte per span, four bytes per waiting span, and twelve where it waits for more than 2.1 s.
class WaitingTimes {
public:
    WaitingTimes() = default;
    /// `waiting` is the result of findWaiting() for this timing.
    WaitingTimes(uint32_t spanCount, const Timing& timing, const std::vector<Waiting>& waiting);

    bool isEmpty() const { return m_times.empty(); }
    size_t count() const { return m_times.size(); } ///< number of spans that wait
    /// Waiting time from the begin of the span, ns; 0 if it does not wait. `charged` must be a chargedRecord(). O(1).
    TimeNs of(SpanId charged) const;
    /// The list that this object was built from.
    std::vector<Waiting> list(const Timing& timing) const;

private:
    struct Block {          // for 64 spans
        uint64_t waits = 0; // one bit per span
        uint32_t first = 0; // index of the block's first time
    };

    TimeNs timeOf(uint32_t kept) const;

    std::vector<Block> m_blocks;
    std::vector<uint32_t> m_times; // ns, or the place in m_long
    std::vector<TimeNs> m_long;
};

} // namespace bubblescope
