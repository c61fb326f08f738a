// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"
#include "importreport.h"

#include <string_view>
#include <vector>

namespace bubblescope {

class TableLines;

/// True for the begin of a table of samples: nvidia-smi's CSV with a header, its dmon, amd-smi's CSV, dcgmi's dmon.
bool isSamplerTable(std::string_view head);
/// True for the line with the names of its columns.
bool isTableHeader(std::string_view line);

/// Reads the table that begins with the present line. Without a time in its lines there is nothing beside which it
/// could be drawn: it is reported.
void readSamplerTable(
    TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report);

} // namespace bubblescope
