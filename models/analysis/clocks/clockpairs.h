// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"
#include "messages.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Clocks can be years apart, but not more: beyond ±73 years a file's times are invented, and sums must not overflow.
TimeNs clockDifference(TimeNs a, TimeNs b);
/// `values` must not be empty.
TimeNs medianTime(std::vector<TimeNs> values);

/// What matches show about the distance between two hosts' clocks: second minus first.
struct ClockPair {
    std::vector<TimeNs> forward;  ///< end of receive minus end of send, for messages from the first host to the second
    std::vector<TimeNs> backward; ///< the same for messages from the second to the first
    std::vector<TimeNs> together; ///< end on the second minus end on the first, for collectives

    TimeNs offset = 0;
    std::vector<TimeNs> deviations; ///< of every match, absolute
    double weight() const { return static_cast<double>(deviations.size()); }
    void estimate();
};
using ClockPairs = std::map<std::pair<int, int>, ClockPair>;

/// Collects pairs between the clocks; `clockOf` maps a track to its clock.
ClockPairs collectPairs(const Trace& trace, const MessageMatches& messages, const Collectives& collectives,
    const std::function<size_t(const Track&)>& clockOf);

} // namespace bubblescope
