// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bytesource.h"
#include "folderarchive.h"
#include "runcache.h"

#include <cstdlib>
#include <string_view>

using namespace bubblescope;

namespace {
/// Writes nowhere; what was read must be whole enough to be written again.
class NullSink : public ByteSink {
public:
    bool write(std::string_view) override { return true; }
};

/// Follows every id the way the program does; the sanitizers say whether one leads out of its table.
uint64_t visit(const Trace& trace)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        for (SpanId at = span; at.isValid(); at = trace.parent(at))
            ++seen;
        seen += trace.name(span).size() + trace.detail(span).size() + trace.inputs(span).size()
            + trace.track(trace.track(span)).rowCount;
        seen += static_cast<uint64_t>(trace.duration(span)) + trace.source(span).file;
        seen += categoryName(trace.category(span)).size() + operationName(trace.operation(span)).size();
    }
    for (const Track& track : trace.tracks())
        seen += trace.hosts()[track.host].size();
    for (const RankInfo& rank : trace.ranks())
        seen += trace.hosts()[rank.host].size();
    for (const Link& link : trace.links())
        seen += static_cast<uint64_t>(trace.end(link.to) - trace.end(link.from));
    for (const Link& link : trace.launches())
        seen += trace.launchOf(link.to).value + static_cast<uint64_t>(trace.begin(link.from));
    for (const CounterSeries& series : trace.counters().series) {
        seen += trace.strings().text(series.name).size();
        for (const TimeNs time : trace.counters().timesOf(series))
            seen += static_cast<uint64_t>(time);
    }
    for (const CollectiveCall& call : trace.collectives().calls) {
        seen += trace.name(call.span).size() + trace.strings().text(call.dataType).size();
        if (const Communicator* communicator = trace.collectives().communicatorOf(call))
            seen += trace.strings().text(communicator->name).size() + communicator->ranks.size();
    }
    return seen;
}
} // namespace

/// The payload without its checksum, which would keep the fuzzer out; then the whole file with it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::unique_ptr<ByteSource> payload = openMemory(text, "payload");
    BinaryReader reader(*payload, size);
    if (const std::optional<RunFolder> folder = readFolder(reader)) {
        static volatile uint64_t sum = 0;
        for (const Run& run : folder->runs)
            sum = sum + visit(*run.trace);
        NullSink sink;
        BinaryWriter writer(sink);
        writeFolder(writer, *folder);
        if (!writer.flush())
            std::abort();
    }
    const std::unique_ptr<ByteSource> file = openMemory(text, "file");
    readCacheFile(*file, "1.0", nullptr);
    return 0;
}
