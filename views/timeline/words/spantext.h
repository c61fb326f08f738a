// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepreasons.h"
#include "waittable.h"

#include <QString>

#include <utility>
#include <vector>

namespace bubblescope {

struct Run;

/// The text inside a span's box: "F3" for the forward pass of microbatch 3, otherwise the name.
QString spanLabel(const Trace& trace, SpanId span);
/// Names of both records if a fused send/receive pair is drawn as one.
QString spanTitle(const Trace& trace, SpanId span);
/// The tooltip below the title as labels and values: duration, share of its step, microbatch, bytes, bandwidth, group,
/// waiting, slack, origin. `reasons` may be null. Times count from `zero`.
std::vector<std::pair<QString, QString>> spanFacts(const Run& run, const WaitTable& waits, SpanId span,
    const StepReasons* reasons = nullptr, TimeNs zero = 0);
/// "12.10 → 9.80 ms (−19.0 %)" for a modelled span and how much longer it takes than its opened counterpart; empty if
/// there is none or it takes as long.
QString changeText(double modelledNs, float difference);
/// Whom the span waits for, in one sentence; empty if it does not wait.
QString waitingSentence(const StepReasons* reasons, SpanId drawnSpan);
/// The tooltip of a bubble. Times count from `zero`.
QString bubbleTitle(const Bubble& bubble);
std::vector<std::pair<QString, QString>> bubbleFacts(
    const StepReasons& reasons, const Bubble& bubble, TimeNs zero = 0);
/// Why a rank idles in this gap of its compute lane, from its communication lanes at that time: "waits for stage 3",
/// "gradient all-reduce". Empty if unknown.
QString gapCause(const Trace& trace, const WaitTable& waits, int32_t rank, TimeRange gap);
/// The same where the chain of waits is known: "waits for stage 2, which waits for rank 6", or "waits for rank 6" if
/// that one waits for nobody. Empty if its end is not known.
QString gapCause(const Trace& trace, const Bubble& bubble);
/// "waits for rank 6", which is its end.
QString gapCauseInShort(const Bubble& bubble);
/// The step that contains a span; null if the trace has none there.
const Step* enclosingStep(const Trace& trace, SpanId span);

} // namespace bubblescope
