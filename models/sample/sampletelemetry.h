// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"
#include "sampletimeline.h"

#include <vector>

namespace bubblescope {

/// What nvidia-smi would have sampled beside the run, on the clocks of its hosts: by host and GPU, in order.
std::vector<GpuTelemetry> makeSampleTelemetry(const SamplePlan& plan, const SampleTimeline& timeline);

} // namespace bubblescope
