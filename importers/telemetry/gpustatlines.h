// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"
#include "importreport.h"

#include <string_view>
#include <vector>

namespace bubblescope {

class TableLines;

/// True for listings of gpustat: a line with host and time, one below it for each GPU.
bool isGpustat(std::string_view head);
/// Reads the listings from the present line on.
void readGpustat(TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report);

} // namespace bubblescope
