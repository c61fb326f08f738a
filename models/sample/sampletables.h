// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"
#include "runlog.h"
#include "sampleplan.h"
#include "sampletimeline.h"
#include "workload.h"

namespace bubblescope {

/// Operators of the model with prologue, one transformer layer and epilogue; costs are those of one rank.
LayerTable makeSampleLayerTable(const SamplePlan& plan);
/// The work of the first stage, all microbatches unrolled, as SimAI's generator lays it out.
Workload makeSampleWorkload(const SamplePlan& plan);
/// The console of the run: stage blocks, a falling loss, and the timeline's own step times.
RunLog makeSampleRunLog(const SamplePlan& plan, const SampleTimeline& timeline);

} // namespace bubblescope
