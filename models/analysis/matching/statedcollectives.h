// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"

#include <string>

namespace bubblescope {

/// True where the trace says which collective of its group a span is: such spans are matched by that, never by order.
bool statesCollective(const Trace& trace, SpanId span);

struct StatedCollectives {
    Collectives matched;
    uint64_t differing = 0;  ///< collectives whose members do not agree on what they do; these are not matched
    Message differences;     ///< the first of them, for people
};

/// Collectives by what their members state: the id of the communication, or process group and sequence.
StatedCollectives matchStatedCollectives(const Trace& trace);

/// Sends and receives that state whom they go to or come from: the k-th send from one rank to another over one process
/// group is what the k-th receive there gets, as long as their sizes agree.
struct StatedMessages {
    std::vector<Link> matched;
    uint64_t differing = 0;
    Message differences;
};
StatedMessages matchStatedMessages(const Trace& trace);
/// True where a send or receive states its other end.
bool statesPeer(const Trace& trace, SpanId span);

} // namespace bubblescope
