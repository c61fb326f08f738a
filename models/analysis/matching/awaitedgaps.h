// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// Records of one meeting that show no waiting begin this close together: clocks differ as much. ns.
inline constexpr TimeNs largestBeginSpread = 1'000'000;

/// A rank that has come to a meeting waits for the others in a gap, where its tracer records the meeting only from when
/// all are there, or not at all.
struct AwaitedGap {
    SpanId next;                      ///< ends the gap
    TimeNs until = 0;                 ///< the last of the others had come; what follows of the gap is the rank's own
    SpanId lastToCome;                ///< the record of that one
    Category group = Category::Other; ///< of the meeting
};

struct AwaitedGaps {
    std::vector<AwaitedGap> all; ///< by `next`, each once; those before receives are not among them
    /// Collectives recorded without waiting: all members begin at once.
    Collectives together;
    /// Spans that begin after the ranks of all of them had come, throughout a step: they meet before, which is not
    /// recorded.
    Collectives unrecorded;

    /// The gap that this span ends; null if nobody was awaited in it.
    const AwaitedGap* before(SpanId next) const;
};

/// None of a profiler's run, whose kernels wait for each other themselves. A collective that is not matched, as where
/// one record stands for several ranks, meets the ranks of its data-parallel group, or of its replica of the model,
/// if none of them begins it before all have come and that explains most of the gaps: in each step by itself, which has
/// the same answer where it is read alone. Gaps end with the step.
/// O(collectives, times the lanes of a rank and log n).
AwaitedGaps findAwaitedGaps(const RunContext& context, const Timing& timing);
/// The same; found once for all that ask of the timing of the context's trace. Never null.
std::shared_ptr<const AwaitedGaps> awaitedGapsOf(const RunContext& context, const Timing& timing);

} // namespace bubblescope
