// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernelnames.h"
#include "stepmarks.h"
#include "traceprocesses.h"

#include <optional>

namespace bubblescope {

/// True for the lanes that XLA and TensorFlow draw above the operations of a device, and for the sums that Ascend's
/// tools add: they repeat what others last.
bool coversDeviceWork(std::string_view lane);
/// Of Ascend's calls those that wait for a device.
bool isSynchronizingCall(std::string_view call);
/// What a device does, by its name alone, with XLA's own words for communication.
struct DeviceWorkMeaning {
    Category category = Category::OtherCompute;
    Operation operation = Operation::Other;
};
DeviceWorkMeaning meaningOfDeviceWork(std::string_view name, const KernelNames& kernels = *KernelNames::builtin());

/// JAX, TensorFlow and Ascend's profiler give their events no category: what runs on a device is known only by process
/// names, which may follow all events. Moves such lanes to their places and classifies their spans.
void settleDeviceProcesses(
    TraceBuilder& builder, EventLanes& lanes, const TraceProcesses& processes, const KernelNames& kernels);
/// XProf works out on its own what belongs to a step of a device, and draws it on a lane "Steps": these are the steps
/// then, and none that a host marks. Times of `builder` are `base` later than those of the steps.
void markDeviceSteps(const TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base,
    StepMarks& steps);
/// The number of the next step of a device, after `last` (-1 for none): as stated, unless that is not greater.
int nextStepNumber(int last, std::optional<int> stated);

} // namespace bubblescope
