// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexinput.h"

namespace bubblescope {

/// What a task found and did.
struct ShardResult {
    uint64_t files = 0;     ///< that are its own
    uint64_t indexed = 0;   ///< read now
    uint64_t bytes = 0;     ///< of those
    std::optional<Error> error; ///< of the first piece that could not be written
    bool isCancelled = false;
};

/// Makes the missing pieces of a task's files, on this many threads. Whatever ends it, each piece is whole or absent, so
/// that doing it again does only the rest. `progress` gets the bytes done and to do. Files may take `memory` bytes, by
/// default three quarters of the machine's: with more it ends in an error, and nothing is kept of that file.
ShardResult indexShard(const IndexInput& input, const std::string& index, const IndexShard& shard, unsigned threads,
    const ProgressFn& progress = {}, uint64_t memory = 0);

/// How far all tasks have come.
struct IndexProgress {
    uint64_t files = 0;
    uint64_t indexedFiles = 0;
    uint64_t bytes = 0;
    uint64_t indexedBytes = 0;
    std::vector<uint32_t> missing; ///< indexes into IndexInput::files, by name
};
/// Looks only whether the pieces are there, not into them.
IndexProgress indexProgress(const IndexInput& input, const std::string& index, const IndexShard& shard = {});

/// Deletes pieces of files that have changed since, and what killed tasks and merges left, never what another one writes
/// now. Returns the names of what the index does not know, which stays.
std::vector<std::string> removeForeignPieces(const IndexInput& input, const std::string& index);

} // namespace bubblescope
