// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spanquery.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// Spans that match, by begin. The second record of a fused pair is never among them: the first stands for both, and
/// matches where either does. O(spans), less where terms leave out whole lanes.
std::vector<SpanId> findSpans(const SpanQuery& query, const Trace& trace, const Timing& timing);

} // namespace bubblescope
