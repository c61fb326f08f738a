// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "rungrouping.h"
#include "ranktraceimporter.h"
#include "ranktracewriter.h"

#include <cstdlib>

using namespace bubblescope;

// Imports, groups, and writes what was read: each has to cope with whatever the one before let through.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const RankTraceImporter importer;
    importer.sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "wd4_tp1_pp2_rank0_20250818095052.txt");
    importer.import(*source, contents, report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({source->name(), std::move(part)});
    for (const Run& run : groupRuns(std::move(parts), "folder", report)) {
        if (run.trace->spanCount() == 0 || run.trace->ranks().empty())
            std::abort();
        writeRankTrace(*run.trace, run.trace->ranks().front().rank);
    }
    return 0;
}
