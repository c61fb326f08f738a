// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "waiting.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// How long each span waits, to be looked up in a frame and kept with a run of ten million: a quarter of a byte a span
/// and four for each that waits. Exact up to 2.1 s, to 1 µs beyond.
class WaitingTimes {
public:
    WaitingTimes() = default;
    /// `waiting` as findWaiting() gave it for this timing.
    WaitingTimes(uint32_t spanCount, const Timing& timing, const std::vector<Waiting>& waiting);

    bool isEmpty() const { return m_times.empty(); }
    size_t count() const { return m_times.size(); } ///< of the spans that wait
    /// From the span's begin, ns; 0 where it does not wait. `charged` is what chargedRecord() gives. O(1).
    TimeNs of(SpanId charged) const;
    /// The list it was made from.
    std::vector<Waiting> list(const Timing& timing) const;

private:
    struct Block {          // of 64 spans
        uint64_t waits = 0; // a bit for each
        uint32_t first = 0; // place of its first time
    };

    std::vector<Block> m_blocks;
    std::vector<uint32_t> m_times; // see packed()
};

} // namespace bubblescope
