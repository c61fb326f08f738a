// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "rankgroups.h"

#include <vector>

namespace bubblescope {

/// A receive and the send it got its data from: the k-th send (source, destination, direction) and the k-th receive.
struct MessageMatch {
    SpanId send;
    SpanId receive;
};

struct MessageMatches {
    std::vector<MessageMatch> matches;
    uint32_t unmatched = 0;  ///< records without a partner
    uint64_t differing = 0;  ///< messages whose ends state different sizes; these are not matched
    Message differences;  ///< description of the first of them, for display
};

/// Pairs point-to-point records by the ranks that they state. Otherwise pairs those of neighbouring stages by order and
/// microbatch; ranks correspond by their place in the layout (same tensor and data rank on the next stage). RunContext
/// caches the result.
MessageMatches matchMessages(const Trace& trace, const RankGroups& groups);

} // namespace bubblescope
