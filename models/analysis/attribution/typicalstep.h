// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Indexes of the steps that may stand for all: those that are there as a whole, on as many ranks as any, and, where a
/// device works in other steps, with work of a device. A profile that begins or ends within a step cuts it: a first or
/// last step with less than half of the work (counted in spans) of the others. Where no step is whole, the one of which
/// most is there. Never empty where the trace has steps.
std::vector<int> wholeSteps(const Trace& trace);

/// Index of the step that stands for all: the (lower) median one of the whole steps, without warmup. 0 where there are
/// no steps.
int typicalStep(const Trace& trace);

} // namespace bubblescope
