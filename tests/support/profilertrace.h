// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace bubblescope {

/// Parameters of a made-up profiler trace.
struct ProfilerTraceOptions {
    size_t events = 1000; ///< approximate number
    int threads = 64;
    int depth = 3;           ///< of nesting
    TimeNs start = 0;        ///< of the trace, absolute; beyond 2^53 a double cannot hold its nanoseconds
    bool ties = false;       ///< begins and ends at equal times, and durations of 0
    bool overlaps = false;   ///< spans that end in the middle of the next one
    bool textTimes = false;  ///< times as strings
    bool unsorted = false;   ///< not in order of time; not with ties of B and E events, which are in file order
    bool beginsEnds = false; ///< B and E events instead of X
    bool bareList = false;   ///< no object around the events
};

/// The trace as text, and what must be found in it: summed up from integer nanoseconds while writing.
struct ProfilerTrace {
    std::string text;
    uint64_t spans = 0;
    TimeNs totalDuration = 0;
};
ProfilerTrace makeProfilerTrace(const ProfilerTraceOptions& options);

} // namespace bubblescope
