// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "detailfields.h"

namespace bubblescope {

namespace details {
/// What the span means for the step: whether it is on the critical path, and why it waits.
void addReasons(Fields& fields, const Trace& trace, SpanId span, const StepReasons& reasons);
} // namespace details

/// A stretch of a rank without work, with its cause, what it waits in and what it waits for.
DetailFields bubbleDetails(const StepReasons& reasons, const Bubble& bubble);
/// What the critical path of the step consists of; nothing where there is none.
DetailFields pathDetails(const StepReasons& reasons);

} // namespace bubblescope
