// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Indexes of the steps that may represent the run: complete steps on as many ranks as any step has and, if other steps
/// show device work, with device work. A profile that starts or ends inside a step cuts it: a first or last step with
/// less than half of the others' work (counted in spans). Of a part of a run the steps of which nothing is missing (see
/// cutSteps()). If no step is complete, the one with the most work. Never empty if the trace has steps.
std::vector<int> wholeSteps(const Trace& trace);

/// Index of the representative step: the (lower) median of the complete steps, without warmup and without those in which
/// the queue between host and device fills or drains. Of devices, not the first one recorded where another is complete
/// on at least half as many ranks: it lacks the pause before its first operation. 0 if there are no steps.
int typicalStep(const Trace& trace);

} // namespace bubblescope
