// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

namespace bubblescope {

/// JAX, TensorFlow and Ascend's profiler give their events no category: the names of processes, which may stand behind
/// all events, tell what runs on a device. Moves such lanes to their places and says what their spans are.
void settleDeviceProcesses(TraceBuilder& builder, EventLanes& lanes, const TraceProcesses& processes);

} // namespace bubblescope
