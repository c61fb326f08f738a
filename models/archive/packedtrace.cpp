// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "packedtrace.h"

#include "packedtext.h"
#include "parallel.h"
#include "rankends.h"
#include "tracearchive.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

namespace {
using Block = TraceArchive::Block;

constexpr uint32_t spansOfPart = 1 << 18; // packed by themselves: several threads share them
constexpr size_t partsAtOnce = 16;

std::vector<Block> partsOf(uint32_t spans)
{
    std::vector<Block> parts;
    for (uint32_t first = 0; first < spans; first += std::min(spansOfPart, spans - first))
        parts.push_back({first, std::min(spansOfPart, spans - first)});
    return parts;
}

struct PackedPart {
    uint64_t size = 0;
    std::string packed;
};
} // namespace

void writeTrace(BinaryWriter& archive, const Trace& trace, unsigned threads)
{
    TraceArchive::writeTables(archive, trace);
    const std::vector<Block> parts = partsOf(trace.spanCount());
    const EndsByRank ends(trace, parts, {});
    const std::string messages = archived([&](BinaryWriter& part) { writeMessages(part, trace.links()); });
    archive(uint64_t(messages.size()), packedText(messages));
    for (size_t first = 0; first < parts.size() && archive.isOk(); first += partsAtOnce) {
        std::vector<PackedPart> packed(std::min(partsAtOnce, parts.size() - first));
        forEachParallel(packed.size(), threads, [&](size_t i) {
            RankEnds own = ends.of(first + i);
            own.links.clear(); // they are kept in their order
            const std::string text = archived(
                [&](BinaryWriter& part) { TraceArchive::writeSpans(part, trace, parts[first + i], own); });
            packed[i] = {text.size(), packedText(text)};
        });
        for (const PackedPart& part : packed)
            archive(part.size, part.packed);
    }
}

TracePtr readTrace(BinaryReader& archive, unsigned threads)
{
    const uint64_t inside = archive.remaining();
    TraceArchive::Tables tables
        = TraceArchive::readTables(archive, inside * TraceArchive::bestPacking / TraceArchive::leastSpanBytes);
    if (!tables.trace)
        return nullptr;
    const uint32_t spans = tables.spans;
    PackedPart messages;
    archive(messages.size, messages.packed);
    const std::optional<std::string> unpacked
        = archive.isOk() ? unpackedText(messages.packed, messages.size) : std::nullopt;
    std::vector<Link> links;
    if (!unpacked || !restored(*unpacked, [&](BinaryReader& part) { readMessages(part, links, spans); }))
        return archive.fail(), nullptr;
    const std::vector<Block> parts = partsOf(spans);
    std::vector<RankEnds> ends(parts.size());
    std::atomic<bool> isWhole {true};
    const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
    for (size_t first = 0; first < parts.size(); first += partsAtOnce) {
        std::vector<PackedPart> packed(std::min(partsAtOnce, parts.size() - first));
        for (PackedPart& part : packed)
            archive(part.size, part.packed);
        std::vector<std::string> texts(packed.size());
        forEachParallel(archive.isOk() ? packed.size() : 0, threads, [&](size_t i) {
            std::optional<std::string> text = unpackedText(packed[i].packed, packed[i].size);
            isWhole = isWhole && text && parts[first + i].count <= text->size() / TraceArchive::leastSpanBytes;
            texts[i] = std::move(text).value_or(std::string());
        });
        if (!archive.isOk() || !isWhole)
            return archive.fail(), nullptr;
        // Room for what is really there; for what is said to follow only where the file is as large.
        tables.spans = parts[first + packed.size() - 1].first + parts[first + packed.size() - 1].count;
        TraceArchive::makeRoom(tables, threads, pool, spans <= inside ? spans : 0);
        forEachParallel(packed.size(), threads, [&](size_t i) {
            const bool isRead = restored(texts[i], [&](BinaryReader& part) {
                TraceArchive::readSpans(part, *tables.trace, parts[first + i], ends[first + i], parts[first + i], spans);
            });
            isWhole = isWhole && isRead;
        });
    }
    RankEnds all = joined(std::move(ends), parts, parts);
    all.links = std::move(links);
    TraceArchive::setEnds(*tables.trace, std::move(all));
    TracePtr read = isWhole ? TraceArchive::finished(std::move(tables.trace), threads) : nullptr;
    if (!read)
        archive.fail();
    return read;
}

} // namespace bubblescope
