// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"
#include "messages.h"
#include "run.h"
#include "tracebuilder.h"

#include <vector>

namespace bubblescope {

/// Estimates the offsets between the hosts' clocks from the ends of matched sends and receives, correcting each
/// direction by the other, and from collectives that span hosts; by least squares over the host graph if there are more
/// than two. Hosts without a match are returned with aligned == false. The first host's shift is 0; the others get the
/// measured one, however small. A single host without a name stands for ranks that do not state theirs: nothing is
/// shifted, and its matches and residual show how well collectives confirm the times.
std::vector<HostClock> alignClocks(
    const Trace& trace, const MessageMatches& matches, const Collectives& collectives);

/// True if ranks that do not state their host are so far apart in collectives that they must have several clocks.
bool areContradicted(const HostClock& clock);

/// Prepares a freshly grouped run: matches messages and collectives, aligns clocks, shifts the trace, adds links.
/// Scaling runs and plans stay as they are; other runs get their RunContext. The run gets another trace, which
/// shares the structure of the former one; it needs least memory where nobody else holds that. Ranks without a named
/// host whose times contradict each other are assigned to "host0", "host1" … by their collectives, if these then agree
/// within a millisecond. Ranks that are apart on one host are shifted each by itself, see clocksWithinHosts().
void alignRun(Run& run, ImportReport& report);

/// Gives a run that was prepared so, and kept since, its RunContext: nothing is matched again that was told by its
/// trace.
void resumeRun(Run& run);

} // namespace bubblescope
