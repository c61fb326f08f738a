// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorysnapshotimporter.h"
#include "memoryusage.h"
#include "mutators.h"

#include <cstdlib>
#include <numeric>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutatePickle});
}

/// Snapshots of an allocator, as pickles; what is made of them adds up.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    FileContents contents;
    ImportReport report;
    const auto importer = makeMemorySnapshotImporter();
    importer->sniff(text);
    importer->import(*openMemory(text, "rank3.pickle"), contents, report, {});
    for (const MemorySnapshot& snapshot : contents.memorySnapshots) {
        const MemoryUsage usage = memoryUsage(snapshot);
        if (std::accumulate(usage.byUseAtPeak.begin(), usage.byUseAtPeak.end(), int64_t(0)) != usage.peakAllocated)
            std::abort();
        if (usage.eventsUntilPeak > snapshot.events.size() || memoryCurve(snapshot, 100).points.size() > 103)
            std::abort();
        aliveAfter(snapshot, usage.eventsUntilPeak);
    }
    return 0;
}
