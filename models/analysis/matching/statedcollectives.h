// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"

#include <string>

namespace bubblescope {

/// True if the trace states which collective of its group a span is: such spans are matched by that, never by order.
bool statesCollective(const Trace& trace, SpanId span);

struct StatedCollectives {
    Collectives matched;
    uint64_t differing = 0;  ///< collectives whose members contradict each other; these are not matched
    Message differences;     ///< description of the first of them, for display
};

/// Matches collectives by what their members state: the id of the communication, or process group and sequence number.
StatedCollectives matchStatedCollectives(const Trace& trace);

/// Matches sends and receives that state their peer: the k-th send from one rank to another over one process group is
/// received by the k-th receive there, if their sizes agree.
struct StatedMessages {
    std::vector<Link> matched;
    uint64_t differing = 0;
    Message differences;
};
StatedMessages matchStatedMessages(const Trace& trace);
/// True if a send or receive states its peer.
bool statesPeer(const Trace& trace, SpanId span);

} // namespace bubblescope
