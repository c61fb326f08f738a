// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"
#include "messages.h"
#include "run.h"
#include "tracebuilder.h"

#include <vector>

namespace bubblescope {

/// Offsets between the hosts' clocks from matched send and receive ends (and collectives that span hosts), one
/// direction corrected by the other; least squares over the host graph where there are more than two.
/// Hosts without a match come back with aligned == false. The first host's shift is 0; the others get what was
/// measured, however small. A lone host without a name stands for ranks that do not tell theirs: nothing is shifted,
/// its matches and residual say how well collectives confirm the times.
std::vector<HostClock> alignClocks(
    const Trace& trace, const MessageMatches& matches, const Collectives& collectives);

/// True where ranks that do not tell their hosts are so far apart in collectives that their clocks must be several.
bool areContradicted(const HostClock& clock);

/// Matches messages and collectives, aligns clocks, shifts the trace, adds the arrows: what a freshly grouped run needs to be shown.
/// Scaling runs and plans are left alone; the others know their RunContext afterwards. The run must be the only owner of its trace, which is moved, not copied, and
/// must not have been made const. Ranks without a named host whose times contradict each other are put on "host0",
/// "host1" … by their collectives, where these then agree within a millisecond.
void alignRun(Run& run, ImportReport& report);

} // namespace bubblescope
