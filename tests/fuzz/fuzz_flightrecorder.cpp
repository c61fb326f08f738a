// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flightdumpreader.h"
#include "flightrecorderimporter.h"
#include "hanganalysis.h"
#include "mutators.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson, fuzz::mutatePickle});
}

/// Pickles and JSON, as a timeline and as two ranks that hang.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    FileContents contents;
    ImportReport report;
    const FlightRecorderImporter importer;
    importer.sniff(text);
    importer.import(*openMemory(text, "_dump_0"), contents, report, {});

    RankLists lists;
    FlightDumpReader reader(lists);
    if (reader.parse(text))
        return 0;
    std::vector<FlightDump> dumps {reader.dump("_dump_0"), reader.dump("_dump_1")};
    dumps[1].rank = dumps[0].rank + 1;
    const HangReport hang = analyseHang(dumps);
    for (const HangSuspect& suspect : hang.suspects) {
        for (const HangReason& reason : suspect.reasons) {
            if (reason.group >= hang.groups.size())
                std::abort();
        }
    }
    return 0;
}
