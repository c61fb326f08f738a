// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"
#include "rocpdimporter.h"
#include "rpdimporter.h"
#include "rungrouping.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateSqlite});
}

/// The bytes as a database in memory, read as both kinds that AMD's profilers write: what it is not, is foreign.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const RocpdImporter rocpd;
    static const RpdImporter rpd;
    for (const Importer* const importer : {static_cast<const Importer*>(&rocpd), static_cast<const Importer*>(&rpd)}) {
        FileContents contents;
        ImportReport report;
        const auto source = openMemory(text, "1_results.db");
        importer->import(*source, contents, report, {});
        std::vector<NamedPart> parts;
        for (TracePart& part : contents.traceParts)
            parts.push_back({source->name(), std::move(part)});
        for (const Run& run : groupRuns(std::move(parts), "folder", report)) {
            if (run.trace->spanCount() == 0 || run.trace->ranks().empty())
                std::abort();
        }
    }
    return 0;
}
