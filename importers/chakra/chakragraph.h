// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A node of an execution trace as its file states it, whatever the encoding: nothing in it is interpreted. Types and
/// collectives are numbered as in the published schema (mlcommons/chakra, schema/protobuf/et_def.proto).
struct ChakraNode {
    static constexpr size_t longestName = 1024; ///< bytes; longer ones are cut there

    std::string name;
    uint64_t id = 0;
    uint64_t offset = 0;                ///< bytes from the start of the file
    uint64_t type = 0;                  ///< 0: not stated
    std::optional<TimeNs> begin;        ///< as measured; most traces have none
    std::optional<TimeNs> duration;     ///< 0 is none
    std::optional<bool> isOnHost;       ///< is_cpu_op
    std::optional<uint64_t> collective; ///< comm_type
    std::optional<uint64_t> bytes;      ///< comm_size or tensor_size
    std::vector<uint64_t> controlDependencies;
    std::vector<uint64_t> dataDependencies;
};

/// Where a node runs and what it does.
struct ChakraMeaning {
    enum class Place : uint8_t { Host, Device, Network };
    Place place = Place::Host;
    Category category = Category::Host;
    Operation operation = Operation::Other;
};
/// What runs on the CPU is the host's, whatever it asks for: of a collective the kernel is the communication, and the
/// c10d:: call only starts it.
ChakraMeaning meaningOfNode(const ChakraNode& node);

/// Makes a trace of the nodes that have a duration: at the times they state, else each once what it depends on has
/// ended. Data and control dependencies count alike; where both together form a cycle, control dependencies are no
/// order of time (they lead from a caller to what it calls) and data dependencies alone count. Without any duration the
/// file is left to others. False if cancelled.
bool takeChakraNodes(const std::vector<ChakraNode>& nodes, std::optional<int> world, const ByteSource& source,
    FileContents& contents, ImportReport& report, const ProgressFn& progress);

} // namespace bubblescope
