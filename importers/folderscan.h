// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importerregistry.h"
#include "importreport.h"
#include "run.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What a rank trace's file and folder names tell. `wd4_tp1_pp2_numl4_bs1_GPT2BPETokenizer_rank2_20250401230426.txt`.
struct TraceName {
    std::optional<int> rank;
    std::string stamp; ///< YYYYmmddHHMMSS, empty where absent
    std::string base; ///< name without rank, stamp and extension; equal for files of one run
    std::string host; ///< sub-folder that names a host (node1), empty where none does
    std::string folder; ///< folder of the run, relative, host folder taken off
    ParallelLayout layout;
};
/// `relativePath` is relative to what the user opened; `rootName` is the opened folder's own name.
TraceName parseTraceName(std::string_view relativePath, std::string_view rootName);
std::optional<WorkerName> workerOfName(std::string_view relativePath);

struct ScannedFile {
    std::string path; ///< on disk
    std::string name; ///< relative to what the user opened
    uint64_t size = 0;
    int64_t modified = 0; ///< ns since the epoch
    const Importer* importer = nullptr; ///< null where not recognised
    std::optional<int> rank;            ///< as a file beside it states
};

struct FolderScan {
    std::string root; ///< as the user named it
    std::vector<ScannedFile> files; ///< recognised, by name
    std::vector<std::string> unrecognised; ///< names
};

/// Walks files and folders (symbolic links followed, loops noticed, counts bounded) and asks the registry about each.
FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report);

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
