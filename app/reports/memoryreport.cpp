// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memoryreport.h"

#include "formatting.h"
#include "memoryusage.h"
#include "texttable.h"

#include <algorithm>

namespace bubblescope {

namespace {

QString memoryUsesText(const MemorySnapshot& snapshot, const MemoryUsage& usage)
{
    TextTable table({QStringLiteral("at the peak of %1").arg(rankText(snapshot.rank)), QStringLiteral("size"),
        QStringLiteral("share")});
    for (size_t use = 0; use < memoryUseCount; ++use) {
        if (const auto bytes = double(usage.byUseAtPeak[use]); bytes != 0)
            table.add({toText(memoryUseName(MemoryUse(use))), formatBytes(bytes),
                          formatShare(bytes / double(usage.peakAllocated))},
                {0});
    }
    return table.text();
}

/// Empty where no block is known.
QString memorySitesText(const MemorySnapshot& snapshot, const MemoryUsage& usage)
{
    constexpr size_t mostSites = 8;
    TextTable table(
        {QStringLiteral("taken by"), QStringLiteral("size"), QStringLiteral("blocks"), QStringLiteral("for")});
    const std::vector<MemorySite> alive = aliveAfter(snapshot, usage.eventsUntilPeak);
    if (alive.empty())
        return {};
    for (size_t i = 0; i < std::min(alive.size(), mostSites); ++i) {
        const bool isKnown = alive[i].stack != MemoryAllocation::noStack;
        const MemoryStack stack = isKnown ? snapshot.stacks[alive[i].stack] : MemoryStack();
        table.add({stack.frames.empty() ? unknownText() : oneLine(std::string(stack.caller())),
                      formatBytes(double(alive[i].bytes)), formatCount(qint64(alive[i].blocks)),
                      toText(memoryUseName(stack.use))},
            {0, 3});
    }
    return QLatin1Char('\n') + table.text();
}

} // namespace

QString measuredMemoryText(const RunFolder& folder)
{
    if (folder.memorySnapshots.empty())
        return {};
    TextTable table({QStringLiteral("memory snapshot"), QStringLiteral("rank"), QStringLiteral("peak"),
        QStringLiteral("at its end"), QStringLiteral("reserved"), QStringLiteral("events"), QStringLiteral("failed")});
    const MemorySnapshot* largest = nullptr;
    MemoryUsage ofLargest;
    for (const MemorySnapshot& snapshot : folder.memorySnapshots) {
        const MemoryUsage usage = memoryUsage(snapshot);
        table.add({oneLine(snapshot.name), QString::number(snapshot.rank), formatBytes(double(usage.peakAllocated)),
                      formatBytes(double(usage.allocatedAtEnd)), formatBytes(double(usage.peakReserved)),
                      formatCount(qint64(snapshot.events.size())), formatCount(qint64(usage.outOfMemory))},
            {0});
        if (!largest || usage.peakAllocated > ofLargest.peakAllocated) {
            largest = &snapshot;
            ofLargest = usage;
        }
    }
    QString text = heading(QStringLiteral("Measured memory")) + table.text();
    if (ofLargest.peakAllocated > 0)
        text += QLatin1Char('\n') + memoryUsesText(*largest, ofLargest) + memorySitesText(*largest, ofLargest);
    return text;
}

Json measuredMemoryJson(const RunFolder& folder)
{
    if (folder.memorySnapshots.empty())
        return nullptr;
    Json ranks = Json::array();
    for (const MemorySnapshot& snapshot : folder.memorySnapshots) {
        const MemoryUsage usage = memoryUsage(snapshot);
        Json uses = Json::object();
        for (size_t use = 0; use < memoryUseCount; ++use)
            uses[std::string(memoryUseKey(MemoryUse(use)))] = usage.byUseAtPeak[use];
        ranks.push_back({{"rank", snapshot.rank}, {"file", snapshot.file},
            {"peak_allocated_bytes", usage.peakAllocated}, {"allocated_at_end_bytes", usage.allocatedAtEnd},
            {"reserved_bytes", usage.peakReserved}, {"events", snapshot.events.size()},
            {"failed_allocations", usage.outOfMemory}, {"by_category", std::move(uses)}});
    }
    return Json {{"ranks", std::move(ranks)}};
}

} // namespace bubblescope
