// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

namespace bubblescope {

/// JAX, TensorFlow and Ascend's profiler give their events no category: what runs on a device is known only by process
/// names, which may follow all events. Moves such lanes to their places and classifies their spans.
void settleDeviceProcesses(TraceBuilder& builder, EventLanes& lanes, const TraceProcesses& processes);

} // namespace bubblescope
