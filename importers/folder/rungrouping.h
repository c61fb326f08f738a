// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "importreport.h"
#include "run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// A trace part and the file it came from.
struct NamedPart {
    std::string name;
    TracePart part;
    std::optional<int> rank = std::nullopt; ///< as stated by a file next to it
};

/// Groups rank files into runs: by kind, folder, base name and stamps close to each other; a rank that occurs twice
/// means two runs. Merges their builders, finishes the traces, and sets names, hosts, layouts and missing ranks. Clocks
/// are not aligned yet: the times of different hosts are those in the files. `dumps` of hangs: of ranks that recorded
/// nothing else.
/// `telemetry`: of GPUs, placed beside the runs as counters.
std::vector<Run> groupRuns(std::vector<NamedPart> parts, const std::string& root, ImportReport& report,
    std::span<const FlightDump> dumps = {}, std::span<const GpuTelemetry> telemetry = {});

} // namespace bubblescope
