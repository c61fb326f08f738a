// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// What a host call launched on a GPU or, for an operator or frame, what the calls inside it launched, by begin of the
/// kernel. Empty for other spans. O(launches in that time), O(log launches) each.
std::vector<Link> launchesInside(const Trace& trace, SpanId host);

/// What the host was doing when it launched a kernel or copy, from the inside out: the call, the operator that made it,
/// and the operators and Python frames around that. Empty if unknown.
std::vector<SpanId> launchChain(const Trace& trace, SpanId started);

/// The innermost member of the chain that is not a runtime call: the kernel is attributed to it. May be invalid.
SpanId launchingOperator(const Trace& trace, SpanId started);

} // namespace bubblescope
