// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"
#include "runlog.h"
#include "sampleplan.h"
#include "sampletimeline.h"
#include "workload.h"

namespace bubblescope {

/// Operators of the model with prologue, one transformer layer and epilogue; costs are per rank.
LayerTable makeSampleLayerTable(const SamplePlan& plan);
/// The work of the first stage, all microbatches unrolled, in the layout of SimAI's generator.
Workload makeSampleWorkload(const SamplePlan& plan);
/// The console output of the run: stage blocks, a falling loss, and the step times of the timeline.
RunLog makeSampleRunLog(const SamplePlan& plan, const SampleTimeline& timeline);

} // namespace bubblescope
