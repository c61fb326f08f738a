// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "tracebuilder.h"

#include <string>

namespace bubblescope {

/// The table of kernels that Ascend's profiler writes beside its trace.
inline constexpr const char* kernelTableName = "kernel_details.csv";

/// Gives the kernels of an Ascend trace the shapes of their inputs, from the table at `path`: rows match by name and
/// begin. Call once all spans have their times. Nothing is reported: the trace is whole without.
void addKernelShapes(const std::string& path, TraceBuilder& builder);

} // namespace bubblescope
