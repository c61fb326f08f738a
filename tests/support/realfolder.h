// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clockalignment.h"
#include "rungrouping.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "shareddata.h"

namespace bubblescope {

/// What lies at a path, grouped into runs but not aligned.
inline RunFolder groupedFolderAt(const std::string& path)
{
    RunFolder folder;
    folder.path = path;
    const FolderScan scan = scanPaths({folder.path}, ImporterRegistry::builtin(), folder.report);
    std::vector<NamedPart> parts;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        if (!source || !file.importer)
            continue;
        FileContents contents;
        file.importer->import(**source, contents, folder.report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part), file.rank});
        for (LayerTable& table : contents.layerTables)
            folder.layerTables.push_back(std::move(table));
        for (Workload& workload : contents.workloads)
            folder.workloads.push_back(std::move(workload));
        for (RunLog& log : contents.runLogs)
            folder.runLogs.push_back(std::move(log));
    }
    folder.runs = groupRuns(std::move(parts), scan.root, folder.report);
    return folder;
}

/// A folder or file of the real sample data.
inline RunFolder groupedRealFolder(const char* name) { return groupedFolderAt(sharedData(name)); }

inline std::vector<Run> realRuns(const char* name) { return groupedRealFolder(name).runs; }

/// As opened by the program: with aligned clocks.
inline RunFolder realFolderAt(const std::string& path)
{
    RunFolder folder = groupedFolderAt(path);
    for (Run& run : folder.runs)
        alignRun(run, folder.report);
    return folder;
}
inline RunFolder realFolder(const char* name) { return realFolderAt(sharedData(name)); }

} // namespace bubblescope
