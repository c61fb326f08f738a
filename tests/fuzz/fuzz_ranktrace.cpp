// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzzedruns.h"
#include "ranktraceimporter.h"
#include "ranktracewriter.h"

using namespace bubblescope;

// Imports, groups, and writes what was read: each has to cope with whatever the one before let through.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Run& run : fuzz::runsOf(RankTraceImporter(), text, "wd4_tp1_pp2_rank0_20250818095052.txt"))
        writeRankTrace(*run.trace, run.trace->ranks().front().rank);
    return 0;
}
