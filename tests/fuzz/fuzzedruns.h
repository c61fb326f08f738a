// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "rungrouping.h"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace bubblescope::fuzz {

/// The runs that an importer makes of these bytes as a file of that name. Ends the program where one of them has no span
/// or no rank.
inline std::vector<Run> runsOf(const Importer& importer, std::string_view text, const char* name)
{
    importer.sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, name);
    importer.import(*source, contents, report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({source->name(), std::move(part)});
    std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
    for (const Run& run : runs) {
        if (run.trace->spanCount() == 0 || run.trace->ranks().empty())
            std::abort();
    }
    return runs;
}

} // namespace bubblescope::fuzz
