// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "detailfields.h"

namespace bubblescope {

namespace details {
/// The span's role in the step: whether it is on the critical path, and why it waits.
void addReasons(Fields& fields, const Trace& trace, SpanId span, const StepReasons& reasons);
} // namespace details

/// A bubble of a rank with its cause, the span that waits and the span waited for. Times count from `zero`.
DetailFields bubbleDetails(const StepReasons& reasons, const Bubble& bubble, TimeNs zero = 0);
/// The composition of the step's critical path; empty if there is none.
DetailFields pathDetails(const StepReasons& reasons);

} // namespace bubblescope
