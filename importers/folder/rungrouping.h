// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "importreport.h"
#include "run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A trace part with the file it came from, as input to grouping.
struct NamedPart {
    std::string name;
    TracePart part;
    std::optional<int> rank = std::nullopt; ///< as a file beside it states
};

/// Puts rank files together that belong to one run: by kind, folder, base name and stamps that lie close together;
/// a rank that occurs twice means two runs. Merges their builders, finishes the traces, sets names, hosts, layouts and
/// missing ranks. Clocks are not aligned yet: times of different hosts are as the files have them.
std::vector<Run> groupRuns(std::vector<NamedPart> parts, const std::string& root, ImportReport& report);

} // namespace bubblescope
