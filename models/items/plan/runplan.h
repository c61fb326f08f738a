// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plantext.h"
#include "runsearch.h"

namespace bubblescope {

// What a search over an opened run found, as what a search over a described job finds: the same views show both.

/// The layout of the input as it is, as far as it states one.
JobDescription jobOfRun(const Simulator& simulator);
/// Samples, or steps where the input does not say how many samples one has.
PlanUnit unitOfRun(const StepFigures& figures);
/// Throughput is in unitOfRun(); parts of the step are not known, of the memory two: parameters with their states, and
/// activations.
PlanCandidate planOfRun(const RunCandidate& found, const JobDescription& own, PlanUnit unit);
/// Its candidates one by one; `now` is that of the answer.
PlanAnswer planOfRun(const RunAnswer& found, const JobDescription& own, PlanUnit unit);

} // namespace bubblescope
