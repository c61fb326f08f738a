// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gaterun.h"
#include "knownindex.h"

#include <string>

namespace bubblescope {

/// The hardware that the transfers of a run were measured on, where the input states it.
std::string measuredHardware(const RunFolder& folder, size_t run = 0);

/// What `check` and `history` compare builds by, worked out once and kept in an index. Its findings are those of
/// `summary`.
std::string gateDigest(const RunFolder& folder, size_t run);

/// What an index keeps of it.
struct KeptGate {
    GateRun run; ///< refers to what the index keeps of the run; a search for a culprit reads its typical step
    std::string hardware;
};
/// `memory`: bytes that this step may take. An error if what it keeps is damaged, or of another version.
Result<KeptGate> keptGate(const KnownIndexPtr& index, uint32_t run, uint64_t memory);

} // namespace bubblescope
