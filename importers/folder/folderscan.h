// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importerregistry.h"
#include "importreport.h"
#include "progress.h"
#include "run.h"

#include <string>
#include <vector>

namespace bubblescope {

struct ScannedFile {
    std::string path; ///< path on disk
    std::string name; ///< relative to what the user opened
    uint64_t size = 0;
    int64_t modified = 0; ///< ns since the epoch
    const Importer* importer = nullptr; ///< null if not recognised
    std::optional<int> rank;            ///< as stated by a file next to it
    std::string mapping;                ///< path of the file that names the columns of a table; empty for none
};

struct FolderScan {
    std::string root; ///< as the user named it
    std::vector<ScannedFile> files; ///< recognised files, by name
    std::vector<std::string> unrecognised; ///< names of the others
};

/// Asks the registry about each file of a FolderWalk. `progress` gets the number of files seen so far; returning false
/// ends the scan and keeps those.
FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report,
    const ProgressFn& progress = {});

} // namespace bubblescope
