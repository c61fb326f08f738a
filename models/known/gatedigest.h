// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gaterun.h"
#include "summarydigest.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The hardware that the transfers of a run were measured on, where the input tells.
std::string measuredHardware(const RunFolder& folder, size_t run = 0);

/// What `check` and `history` compare builds by, worked out once and kept in an index. Its findings are those of
/// `summary`.
std::string gateDigest(const RunFolder& folder, size_t run);

/// The runs of an index that does not fit into memory.
struct GatedIndex {
    SummarizedFolder known;
    std::vector<GateRun> runs; ///< refer to `known`; a search for a culprit reads the typical step of all ranks
    std::string hardware;      ///< of the first
};
/// `memory`: bytes that the spans of a run may take. nullopt where they fit, or where there is no index to be used:
/// open it as everything else, which tells what is wrong. An error if what it keeps of its runs is damaged.
Result<std::optional<GatedIndex>> gatedIndex(const std::string& path, uint64_t memory);

} // namespace bubblescope
