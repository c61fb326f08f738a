// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"
#include "rocprofjsonimporter.h"
#include "rungrouping.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const RocprofJsonImporter importer;
    importer.sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "1_results.json");
    importer.import(*source, contents, report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({source->name(), std::move(part)});
    for (const Run& run : groupRuns(std::move(parts), "folder", report)) {
        if (run.trace->spanCount() == 0 || run.trace->ranks().empty())
            std::abort();
    }
    return 0;
}
