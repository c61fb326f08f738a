// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <vector>

namespace bubblescope {

/// By TrackId: of ranks with threads, the lanes that say least of the step: threads and other lanes of the host but the
/// thread that launches most, and `rare` streams. None of a rank of which that would hide but one lane, and none where
/// there is one rank. Empty for none. O(lanes), and of launches no more than tell.
std::vector<bool> otherLanes(const Trace& trace, const std::vector<bool>& rare);

/// Shows all lanes of a rank, or leaves its other lanes behind one line. False if nothing changes.
bool openOtherLanes(TimelineLayout::Options& options, int rank, bool open);

} // namespace bubblescope
