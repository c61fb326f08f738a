// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// What a call of the host started on a GPU, or the calls inside an operator or frame of its thread, by begin of the
/// kernel. Nothing for other spans. O(launches), in time O(log launches) each.
std::vector<Link> launchesInside(const Trace& trace, SpanId host);

/// What the host was doing when it launched a kernel or copy, from the call outwards: the call, the operator that made
/// it, the operators and Python frames around that. Empty where nobody tells.
std::vector<SpanId> launchChain(const Trace& trace, SpanId started);

/// The innermost of the chain that is no call of the runtime: what a kernel is attributed to. Invalid where none is.
SpanId launchingOperator(const Trace& trace, SpanId started);

} // namespace bubblescope
