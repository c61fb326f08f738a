// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <vector>

namespace bubblescope {

/// Members of one collective end together; if they do not, they were not members of one. ns.
inline constexpr TimeNs largestEndSpread = 5'000'000;

/// The first part of a communication, [its begin, until), in which it only waits for its partners. What is left is the
/// transfer; of an optimizer step, its work.
struct Waiting {
    SpanId span;       ///< the charged record of a fused pair
    TimeNs until = 0;  ///< within the span; its end where all of it is waiting
    SpanId lastToCome {}; ///< what it waited for; invalid where that is not in the trace
};

/// The record that stands for this one: itself, or the first of its fused pair.
SpanId chargedRecord(const Trace& trace, SpanId span);

/// Waiting of messages and collectives, by span. A message starts to move when both ends are there, a collective when
/// its last member is. A receive whose send is not in the trace counts as waiting altogether. Optimizer steps that end
/// together over all ranks of a model synchronize: they work once the last of them has begun. Nothing is compared
/// between ranks whose clocks are not comparable.
std::vector<Waiting> findWaiting(const RunContext& context, const Timing& timing);

/// Members of the collective that a span took part in, in order of arrival. Empty where they are not known or their
/// clocks cannot be compared. O(members of all collectives).
std::vector<SpanId> collectiveByArrival(const RunContext& context, const Timing& timing, SpanId span);

} // namespace bubblescope
