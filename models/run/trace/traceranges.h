// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// The earliest begin; 0 if there are no spans.
TimeNs firstBegin(const Timing& timing);
/// Makes all times relative to `origin`.
void subtract(Timing& timing, TimeNs origin);
/// First start to last end of every rank.
void updateRankRanges(
    Timing& timing, const std::vector<Track>& tracks, const std::vector<Row>& rows, const std::vector<RankInfo>& ranks);
/// The whole range, and the dense range without the few spans (at most 1 %) that are farther away than ten times the
/// extent of all others, or that last that long around them.
void updateTraceRanges(const Timing& timing, TimeRange& whole, TimeRange& dense);
/// Merges the steps of all ranks by number: from the first begin to the last end. Of devices a step begins no earlier
/// than the last of them has ended the one before it, but lasts as long as on any of them. Where a device's steps are
/// known of some ranks, what a device of another one did in a step is not told by the range of its host, which is ahead
/// of it: such ranks get the merged ranges of the others, and no host's range.
void updateSteps(std::vector<RankStep>& rankSteps, std::vector<Step>& steps);
/// Whether some of its ranks have fewer spans than the run they are of: their ranges are those of the whole run. Ranks
/// without any do not count.
bool holdsPartOfRun(const Trace& trace);

} // namespace bubblescope
