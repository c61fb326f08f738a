// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Sorts spans by begin, then number, by radix sort in O(spans), with several threads if there are many. `spans` must
/// be sorted by number.
void sortByBegin(std::vector<SpanId>& spans, const Timing& timing);

} // namespace bubblescope
