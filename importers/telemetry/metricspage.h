// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"
#include "importreport.h"

#include <string_view>
#include <vector>

namespace bubblescope {

class TableLines;

/// True for "# HELP …", "# TYPE …" and the like of Prometheus' and OpenMetrics' text formats.
bool isMetricsComment(std::string_view line);
/// True for a metric of a GPU that is known.
bool isMetric(std::string_view line);
/// True for a page that has one: DCGM's exporter, the exporters around nvidia-smi, AMD's.
bool isMetricsOfGpus(std::string_view head);
/// Reads the page from the present line on. Metrics without a time stamp, as an exporter serves them, are reported:
/// what Prometheus federates has one.
void readMetricsPage(
    TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report);

} // namespace bubblescope
