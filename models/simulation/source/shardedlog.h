// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// A job of a tensor-parallel size that no log measured.
struct ShardedLog {
    JobProfile job;                   ///< in the layout that was asked for
    const JobProfile* from = nullptr; ///< the log whose layers it follows from
};

/// What a layer takes on t tensor-parallel ranks is its own work over t, and the rest: all-reduces, and calls that take
/// as long for a part of the work as for all of it. Its own work is what a log of one rank measured, or follows from
/// the head, which opt_prime does not share, by the parameters of a known model. The rest is that of the log with the
/// nearest size: what it measured contains its all-reduces. It is taken to stay, and the range reaches to where all of
/// it is sent around a ring (2 (t - 1) / t, Patarasuk and Yuan 2009). Nothing if no log states the rest (one of several
/// ranks) or the work, or if a group would not fit in a node.
std::optional<ShardedLog> shardedLike(
    const JobFacts& asked, const JobProfile& own, const std::vector<JobProfile>& others);

} // namespace bubblescope
