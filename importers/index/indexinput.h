// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderwalk.h"
#include "kernelnames.h"
#include "progress.h"
#include "result.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace bubblescope {

/// One of several tasks that share the files of a run; counted from 0.
struct IndexShard {
    uint32_t index = 0;
    uint32_t count = 1;
};

/// The files that an index is made of, without having looked into them.
struct IndexInput {
    struct Note {
        IssueKind kind;
        std::string name;
        Message message;
        size_t at; ///< number of files found before
    };
    std::vector<std::string> paths; ///< absolute
    std::vector<WalkedFile> files;  ///< as they were found
    std::vector<Note> notes;        ///< what could not be visited
    std::vector<uint32_t> byName;   ///< indexes into `files`, sorted by name
    KernelNamesPtr kernels = KernelNames::builtin();

    /// The files of one task: every count-th by name, so that each gets some of all stages and hosts.
    std::vector<uint32_t> filesOf(const IndexShard& shard) const;
};

/// Lists files and their sizes. nullopt if `progress`, called with the number of files so far, returned false.
std::optional<IndexInput> listInput(const std::vector<std::string>& paths, const ProgressFn& progress = {});

/// Notes in the index which paths it is made of, and by which table of kernels. Refused if it is made of others. Safe
/// for many tasks at once.
std::optional<Error> noteInput(const std::string& index, const IndexInput& input);
/// The paths noted there.
Result<std::vector<std::string>> notedInput(const std::string& index);
/// The table of kernels noted there, else the built-in one.
Result<KernelNamesPtr> notedKernels(const std::string& index);

} // namespace bubblescope
