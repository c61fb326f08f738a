// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <string>

namespace bubblescope {

/// Identifies a span by properties that stay the same when its file is read again. (The number of a span changes with
/// every rank or step that is added.)
struct SpanKey {
    int32_t rank = -1;
    std::string lane; ///< name of the track
    std::string name;
    TimeNs begin = 0; ///< on the clock of the run: Trace::origin() + ns
    TimeNs duration = 0;
    uint32_t ordinal = 0; ///< among the spans with this name on this lane, by time
    bool operator==(const SpanKey&) const = default;
};

SpanKey keyOf(const Trace& trace, SpanId span);
/// The same span in another reading of the run: the one that begins then or, if clocks were aligned differently, the
/// one with the same ordinal and duration. Invalid if it is gone. At most linear in the spans of the lane.
SpanId findSpan(const Trace& trace, const SpanKey& key);

/// to - from, limited to a quarter of the 64-bit range: a session file may contain any times.
TimeNs boundedDifference(TimeNs from, TimeNs to);

} // namespace bubblescope
