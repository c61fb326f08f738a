// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderarchive.h"
#include "packedtext.h"
#include "rankends.h"
#include "ranknames.h"
#include "rungrouping.h"
#include "tracearchive.h"

#include <algorithm>

using namespace bubblescope;

namespace {
uint64_t spansOf(const Trace& trace)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        for (SpanId at = span; at.isValid(); at = trace.parent(at))
            ++seen;
        seen += trace.name(span).size() + trace.detail(span).size() + trace.inputs(span).size()
            + trace.track(trace.track(span)).rowCount;
        seen += static_cast<uint64_t>(trace.duration(span)) + trace.source(span).file;
    }
    return seen;
}

/// What was read of a file: it is grouped into runs, as a merge does.
uint64_t pieceOf(std::string_view text)
{
    FileContents contents;
    ImportReport report;
    std::optional<Message> advice;
    if (!restored(text, [&](BinaryReader& archive) {
            readNotes(archive, advice, report);
            readContents(archive, contents, report);
        }))
        return 0;
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({"rank0.txt", std::move(part)});
    uint64_t seen = 0;
    for (const Run& run : groupRuns(std::move(parts), "run", report))
        seen += spansOf(*run.trace);
    return seen;
}

/// The tables of a run, then the spans of each rank, all from the same bytes.
uint64_t runOf(std::string_view text)
{
    const size_t half = text.empty() ? 0 : size_t(uint8_t(text.front())) * text.size() / 256;
    TraceArchive::Tables tables;
    restored(text.substr(std::min<size_t>(1, text.size()), half),
        [&](BinaryReader& archive) { tables = TraceArchive::readTables(archive, 1 << 16); });
    if (!tables.trace)
        return 0;
    TraceArchive::makeRoom(tables, 1, nullptr);
    const std::shared_ptr<Trace> trace = tables.trace;
    uint64_t placed = 0;
    const std::vector<TraceArchive::Block> blocks = spansByRank(*trace);
    std::vector<RankEnds> ends(blocks.size());
    for (size_t r = 0; r < blocks.size(); ++r) {
        const TraceArchive::Block block = blocks[r];
        if (block.first != placed && block.count > 0)
            return 0;
        placed += block.count;
        if (placed > trace->spanCount())
            return 0;
        restored(text.substr(std::min(half + 1, text.size())),
            [&](BinaryReader& archive) {
                TraceArchive::readSpans(archive, *trace, block, ends[r], block, tables.spans);
            });
    }
    if (placed != trace->spanCount())
        return 0;
    TraceArchive::setEnds(*trace, joined(std::move(ends), blocks, blocks));
    const TracePtr finished = TraceArchive::finished(trace);
    return finished ? spansOf(*finished) : 0;
}

/// Names of ranks.
uint64_t namesOf(std::string_view text)
{
    constexpr size_t ranks = 3;
    std::vector<std::vector<StringId>> names;
    restored(text, [&](BinaryReader& archive) { names = readNames(archive, ranks, 100); });
    uint64_t seen = 0;
    for (const std::vector<StringId>& ofRank : names) {
        for (const StringId name : ofRank)
            seen += name.value;
    }
    return seen;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static volatile uint64_t sum = 0;
    sum = sum + pieceOf(text) + runOf(text) + namesOf(text);
    if (size >= 1)
        unpackedText(text.substr(1), uint64_t(data[0]) << 8);
    return 0;
}
