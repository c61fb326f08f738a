// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"
#include "waiting.h"

#include <array>
#include <vector>

namespace bubblescope {

/// Where a stretch of time of one rank, or of several together, went. Every nanosecond is charged once: the parts add
/// up to total() exactly. All in ns.
struct TimeSplit {
    /// Compute without the communication inside it; communication that no compute hides, its transfer only; host
    /// work; waiting and bubbles where they are recorded as such.
    std::array<TimeNs, categoryCount> time {};
    /// Communication that waited for its partners, by the group it belongs to.
    std::array<TimeNs, categoryCount> waitingFor {};
    TimeNs hostGap = 0; ///< short gaps between operations: launches, bookkeeping
    TimeNs idle = 0;    ///< nothing recorded: before the first and after the last operation, long gaps
    /// Communication that ran while compute did. Not part of total().
    TimeNs hiddenCommunication = 0;

    TimeNs of(Category category) const { return time[static_cast<size_t>(category)]; }
    TimeNs compute() const;
    TimeNs exposedCommunication() const;
    TimeNs waiting() const;
    TimeNs host() const { return of(Category::Host) + of(Category::MemoryCopy) + of(Category::Other) + hostGap; }
    /// Time without work of its own: waiting, recorded bubbles and idle time.
    TimeNs bubble() const { return waiting() + of(Category::Bubble) + idle; }
    /// compute + exposed communication + host + bubble.
    TimeNs total() const { return compute() + exposedCommunication() + host() + bubble(); }
    TimeSplit& operator+=(const TimeSplit& other);
};

/// Gaps between operations up to this length are host time, longer ones idle.
inline constexpr TimeNs longestHostGap = 1'000'000;

/// Splits the window of one rank; `waiting` as findWaiting() gave it. Communication recorded inside an operation is
/// charged to its group and taken out of the operation; a fused pair is charged once; streams beside compute count
/// where nothing hides them. O(spans of the rank inside the window).
TimeSplit splitRank(
    const Trace& trace, const Timing& timing, int32_t rank, TimeRange window, const std::vector<Waiting>& waiting);

/// First begin to last end of a rank's spans in this timing; nothing() where it has none.
TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank);

} // namespace bubblescope
