// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderscan.h"
#include "importerregistry.h"
#include "shareddata.h"

namespace bubblescope {

/// Runs of a folder or file of the real sample data, grouped but not aligned.
inline std::vector<Run> realRuns(const char* name)
{
    ImportReport report;
    const std::string path = sharedData(name);
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    std::vector<NamedPart> parts;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        if (!source || !file.importer)
            continue;
        FileContents contents;
        file.importer->import(**source, contents, report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part)});
    }
    return groupRuns(std::move(parts), path, report);
}

} // namespace bubblescope
