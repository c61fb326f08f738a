// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Sorts by begin, then number; on several threads where they are many. `spans` ascend by number. O(spans): it sorts by
/// digits.
void sortByBegin(std::vector<SpanId>& spans, const Timing& timing);

} // namespace bubblescope
