// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// An operation of an execution trace and what it waits for.
struct ChakraNode {
    enum class Place : uint8_t { Host, Device, Network };
    std::string name;
    uint64_t id = 0;
    uint64_t offset = 0;         ///< bytes from the start of the file
    std::optional<TimeNs> begin; ///< as measured; most traces have none
    std::optional<TimeNs> duration;
    Place place = Place::Host;
    Category category = Category::Host;
    Operation operation = Operation::Other;
    int64_t bytes = -1;
    std::vector<uint64_t> dependencies;
};

/// Where a node of that name runs, by its name where the trace says no more.
void classify(ChakraNode& node, bool isOnHost);

/// Makes a trace of the nodes that have a duration: at the times they state, else each once what it depends on has
/// ended. Without any duration the file is left to others. False if cancelled.
bool takeChakraNodes(const std::vector<ChakraNode>& nodes, std::optional<int> world, const ByteSource& source,
    FileContents& contents, ImportReport& report, const ProgressFn& progress);

} // namespace bubblescope
