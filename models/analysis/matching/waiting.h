// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <vector>

namespace bubblescope {

/// Members of one collective end together: greater differences mean they were not members of one. ns.
inline constexpr TimeNs largestEndSpread = 5'000'000;

/// The first part of a communication, [its begin, until), in which it only waits for its partners. The rest is the
/// transfer or, in an optimizer step, its work.
struct Waiting {
    SpanId span;       ///< the charged record of a fused pair
    SpanId lastToCome; ///< what it waited for; invalid if that is not in the trace
    TimeNs until = 0;  ///< within the span; equal to its end if all of it is waiting
};

/// The record that is charged for this one: itself, or the first of its fused pair.
SpanId chargedRecord(const Trace& trace, SpanId span);

/// Waiting of messages and collectives, by span. A message starts to transfer when both ends are there, a collective
/// when its last member is. A receive whose send is not in the trace counts entirely as waiting. Optimizer steps that
/// end together over all ranks of a model synchronize: they start to work when the last of them has begun. Ranks whose
/// clocks are not comparable are never compared.
std::vector<Waiting> findWaiting(const RunContext& context, const Timing& timing);

/// Members of a span's collective in order of arrival. Empty if they are unknown or their clocks cannot be compared.
/// O(members of all collectives).
std::vector<SpanId> collectiveByArrival(const RunContext& context, const Timing& timing, SpanId span);

} // namespace bubblescope
