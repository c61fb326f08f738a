// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexinput.h"
#include "run.h"

namespace bubblescope {

struct MergedPieces {
    RunFolder folder;
    std::vector<std::string> missing; ///< names of files without a piece, by name
};

/// About how much memory it takes to merge them, in bytes.
uint64_t mergeMemory(const IndexInput& input, const std::string& index, unsigned threads);

/// What the pieces of an index hold, put together as when the folder itself is opened: tables, logs and runs, whose
/// clocks are not aligned yet. What no piece is there for is an issue that names the file. nullopt if cancelled. `pool`:
/// where spans lie.
std::optional<MergedPieces> mergePieces(const IndexInput& input, const std::string& index, unsigned threads,
    const ColumnPoolPtr& pool = {}, const ProgressFn& progress = {});

} // namespace bubblescope
