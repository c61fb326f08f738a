// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "tracebuilder.h"

#include <vector>

namespace bubblescope {

/// A receive and the send that fed it: k-th send (source, destination, direction) with the k-th receive of the same.
struct MessageMatch {
    SpanId send;
    SpanId receive;
};

/// Pairs point-to-point records by the ranks that they state, else those of neighbouring stages by order and microbatch:
/// ranks are paired by their place in the layout (same tensor and data rank on the next stage). What finds no partner is counted in `unmatched`.
struct MessageMatches {
    std::vector<MessageMatch> matches;
    uint32_t unmatched = 0;
};
MessageMatches matchMessages(const Trace& trace, const ParallelLayout& layout);

/// Offsets between the hosts' clocks from matched send and receive ends (and collectives that span hosts), one
/// direction corrected by the other; least squares over the host graph where there are more than two.
/// Hosts without a match come back with aligned == false. The first host's shift is 0; the others get what was
/// measured, however small. A lone host without a name stands for ranks that do not tell theirs: nothing is shifted,
/// its matches and residual say how well collectives confirm the times.
std::vector<HostClock> alignClocks(const Trace& trace, const MessageMatches& matches, const ParallelLayout& layout);

/// True where ranks that do not tell their hosts are so far apart in collectives that their clocks must be several.
bool areContradicted(const HostClock& clock);

/// Matches messages, aligns clocks, shifts the trace, adds the arrows: what a freshly grouped run needs to be shown.
/// Scaling runs and plans are left alone. The run must be the only owner of its trace, which is moved, not copied, and
/// must not have been made const. Ranks without a named host whose times contradict each other are put on "host0",
/// "host1" … by their collectives, where these then agree within a millisecond.
void alignRun(Run& run, ImportReport& report);

} // namespace bubblescope
