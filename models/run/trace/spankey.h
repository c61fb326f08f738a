// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <string>

namespace bubblescope {

/// A span by what stays the same when its file is read again. (The number of a span does not: it changes with every
/// rank or step that is added.)
struct SpanKey {
    int32_t rank = -1;
    std::string lane; ///< name of the track
    std::string name;
    TimeNs begin = 0; ///< on the clock of the run: Trace::origin() + ns
    TimeNs duration = 0;
    uint32_t ordinal = 0; ///< of the spans of this name on this lane, by time
    bool operator==(const SpanKey&) const = default;
};

SpanKey keyOf(const Trace& trace, SpanId span);
/// The same span in another reading of the run: the one that begins then; where clocks were aligned anew, the one with
/// the same number and duration. Invalid where it is gone. Linear in the spans of the lane at most.
SpanId findSpan(const Trace& trace, const SpanKey& key);

/// to - from, kept within a quarter of what 64 bits hold: times of a session may be any number.
TimeNs boundedDifference(TimeNs from, TimeNs to);

} // namespace bubblescope
