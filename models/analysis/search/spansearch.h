// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spanquery.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// Matching spans by begin. The second record of a fused pair is never returned: the first stands for both, and matches
/// if either does. O(spans), less if terms exclude whole lanes.
std::vector<SpanId> findSpans(const SpanQuery& query, const Trace& trace, const Timing& timing);

} // namespace bubblescope
