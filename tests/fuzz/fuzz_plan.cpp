// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "rungrouping.h"
#include "planimporter.h"

using namespace bubblescope;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const StagePlanImporter stagePlans;
    const PipelinePlanImporter pipelinePlans;
    for (const Importer* importer :
        {static_cast<const Importer*>(&stagePlans), static_cast<const Importer*>(&pipelinePlans)}) {
        importer->sniff(text);
        FileContents contents;
        ImportReport report;
        const auto source = openMemory(text, "mg_stage0_plan.txt");
        importer->import(*source, contents, report, {});
        std::vector<NamedPart> parts;
        for (TracePart& part : contents.traceParts)
            parts.push_back({source->name(), std::move(part)});
        groupRuns(std::move(parts), "folder", report);
    }
    return 0;
}
