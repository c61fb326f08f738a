// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memorysnapshot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope {

using BytesByUse = std::array<int64_t, memoryUseCount>;

/// What is alive at one instant from one place of the program.
struct MemorySite {
    uint32_t stack = MemoryAllocation::noStack;
    int64_t bytes = 0;
    size_t blocks = 0;
};

/// How much memory of a GPU a snapshot shows in use. What was allocated before the first event is what its segments
/// hold at the end less what the events changed; so a peak includes it, as PyTorch's own counter does.
struct MemoryUsage {
    int64_t allocatedAtStart = 0; ///< bytes
    int64_t allocatedAtEnd = 0;
    int64_t peakAllocated = 0;
    size_t eventsUntilPeak = 0; ///< how many events lead to the first peak; 0: it is the start
    int64_t reservedAtEnd = 0;
    int64_t peakReserved = 0;
    size_t outOfMemory = 0;     ///< allocations that failed
    BytesByUse byUseAtPeak {};  ///< sums up to peakAllocated
};
MemoryUsage memoryUsage(const MemorySnapshot& snapshot);

/// What is alive after the first `events` events, by the code that took it, the largest first. Bytes that the snapshot
/// counts but lists no block for have no entry.
std::vector<MemorySite> aliveAfter(const MemorySnapshot& snapshot, size_t events);

/// The same of one instant after another: each takes as long as there are events between it and the one before, and
/// stacks; the first as long as there are events behind it.
class AliveSites {
public:
    /// The snapshot must outlive it.
    explicit AliveSites(const MemorySnapshot& snapshot);
    std::vector<MemorySite> after(size_t events);

private:
    void setAlive(uint32_t allocation, bool isAlive);

    const MemorySnapshot& m_snapshot;
    size_t m_events;                   ///< that the rest is after
    std::vector<uint8_t> m_isAlive;    ///< by allocation
    std::vector<MemorySite> m_ofStack; ///< by stack; the last is of what no code is known of
};

/// Allocated bytes by use over time, in so many columns that a chart can show: each has the state of its largest total,
/// so that no peak is lost.
struct MemoryCurve {
    struct Point {
        TimeNs time = 0;
        size_t events = 0; ///< that lead to this state
        BytesByUse byUse {};
        int64_t reserved = 0;
    };
    std::vector<Point> points; ///< by time; empty where nothing was recorded
};
MemoryCurve memoryCurve(const MemorySnapshot& snapshot, size_t columns);

/// What is shown of a snapshot at first, found out before it is shown: linear in its events.
struct MemoryFigures {
    static constexpr size_t columns = 800;
    MemoryUsage usage;
    MemoryCurve curve;
    std::vector<MemorySite> atPeak; ///< what is alive then
};
MemoryFigures memoryFigures(const MemorySnapshot& snapshot);

} // namespace bubblescope
