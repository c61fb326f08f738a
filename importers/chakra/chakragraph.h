// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A node of an execution trace as stated in the file, independent of the encoding and uninterpreted. Types and
/// collectives are numbered as in the published schema (mlcommons/chakra, schema/protobuf/et_def.proto).
struct ChakraNode {
    static constexpr size_t longestName = 1024; ///< bytes; longer names are cut

    std::string name;
    uint64_t id = 0;
    uint64_t offset = 0;                ///< bytes from the start of the file
    uint64_t type = 0;                  ///< 0 if not stated
    std::optional<TimeNs> begin;        ///< measured; most traces have none
    std::optional<TimeNs> duration;     ///< 0 counts as none
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
/// Whatever runs on the CPU is host work: for a collective, the kernel is the communication, and the c10d:: call only
/// starts it.
ChakraMeaning meaningOfNode(const ChakraNode& node, const KernelNames& kernels = *KernelNames::builtin());

/// Builds a trace from the nodes that have a duration. Nodes are placed at their stated times, otherwise as soon as
/// their dependencies have ended. Data and control dependencies count alike; if together they form a cycle, only data
/// dependencies count, since control dependencies also lead from a caller to its callees. A file without any durations
/// is left to other importers. False if cancelled.
bool takeChakraNodes(const ImportChoices& choices, const std::vector<ChakraNode>& nodes, std::optional<int> world,
    const ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress);

} // namespace bubblescope
