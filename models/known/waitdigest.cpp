// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitdigest.h"

#include "packedcolumn.h"
#include "packedtext.h"
#include "parallel.h"
#include "rankblocks.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {
/// Spans have their numbers in the rank.
void writeStretches(BinaryWriter& archive, const StretchSums& stretches, uint32_t firstSpan)
{
    std::vector<TimeNs> begins;
    std::vector<TimeNs> lengths;
    std::vector<uint32_t> spans; // 0 for none
    for (const StretchSums::Stretch& stretch : stretches.all()) {
        begins.push_back(stretch.range.begin);
        lengths.push_back(stretch.range.duration());
        spans.push_back(stretch.span.isValid() ? stretch.span.value - firstSpan + 1 : 0);
    }
    archive(uint64_t(begins.size()));
    packColumn(archive, std::span(std::as_const(begins)), ColumnCoding::Differences);
    packColumn(archive, std::span(std::as_const(lengths)), ColumnCoding::Values);
    packColumn(archive, std::span(std::as_const(spans)), ColumnCoding::Differences);
}

void readStretches(BinaryReader& archive, StretchSums& stretches, const Trace& trace, RankSpans block)
{
    uint64_t count = 0;
    std::vector<TimeNs> begins;
    std::vector<TimeNs> lengths;
    std::vector<uint32_t> spans;
    archive(count);
    unpackColumn(archive, begins, count, ColumnCoding::Differences);
    unpackColumn(archive, lengths, count, ColumnCoding::Values);
    unpackColumn(archive, spans, count, ColumnCoding::Differences);
    TimeNs end = trace.range().begin;
    for (size_t i = 0; i < count && archive.isOk(); ++i) {
        if (spans[i] > block.count || begins[i] < end || begins[i] > trace.range().end || lengths[i] <= 0
            || lengths[i] > trace.range().end - begins[i])
            return archive.fail();
        end = begins[i] + lengths[i];
        stretches.add({begins[i], end}, spans[i] == 0 ? SpanId() : SpanId(block.first + spans[i] - 1));
    }
}

/// Of one rank.
struct KeptWaits {
    std::vector<Waiting> waiting;
    RankWaits waits;
};

std::optional<KeptWaits> readWaits(std::string_view text, const Trace& trace, RankSpans block)
{
    KeptWaits kept;
    const bool isWhole = restored(text, [&](BinaryReader& archive) {
        uint32_t ofSpans = 0;
        uint64_t count = 0;
        std::vector<uint32_t> spans;
        std::vector<TimeNs> times;
        archive(ofSpans, count);
        if (ofSpans != block.count)
            return archive.fail();
        unpackColumn(archive, spans, count, ColumnCoding::Differences);
        unpackColumn(archive, times, count, ColumnCoding::Values);
        for (size_t i = 0; i < count && archive.isOk(); ++i) {
            if (spans[i] >= block.count || (i > 0 && spans[i] <= spans[i - 1]))
                return archive.fail();
            const SpanId span(block.first + spans[i]);
            if (times[i] < 0 || times[i] > trace.duration(span))
                return archive.fail();
            kept.waiting.push_back({span, {}, trace.begin(span) + times[i]});
        }
        readStretches(archive, kept.waits.bubbles, trace, block);
        readStretches(archive, kept.waits.waiting, trace, block);
    });
    return isWhole ? std::optional(std::move(kept)) : std::nullopt;
}
} // namespace

void makeWaitDigests(const Run& run, const RunSummary& summary, unsigned threads,
    const std::function<void(uint32_t rank, std::string&& digest)>& take)
{
    const std::vector<RankSpans> blocks = spansByRank(*run.trace);
    const RankWaits none;
    forEachParallel(blocks.size(), threads, [&](size_t r) {
        const RankSpans block = blocks[r];
        std::vector<uint32_t> spans;
        std::vector<TimeNs> times;
        for (uint32_t i = 0; i < block.count; ++i) {
            if (const TimeNs time = summary.waiting.of(SpanId(block.first + i)); time > 0) {
                spans.push_back(i);
                times.push_back(time);
            }
        }
        const RankWaits* const loss = summary.lost ? summary.lost->of(r) : nullptr;
        take(uint32_t(r), archived([&](BinaryWriter& archive) {
            archive(block.count, uint64_t(spans.size()));
            packColumn(archive, std::span(std::as_const(spans)), ColumnCoding::Differences);
            packColumn(archive, std::span(std::as_const(times)), ColumnCoding::Values);
            writeStretches(archive, (loss ? *loss : none).bubbles, block.first);
            writeStretches(archive, (loss ? *loss : none).waiting, block.first);
        }));
    });
}

std::vector<std::string> waitDigests(const Run& run, const RunSummary& summary, unsigned threads)
{
    std::vector<std::string> digests(run.trace->ranks().size());
    makeWaitDigests(
        run, summary, threads, [&digests](uint32_t rank, std::string&& digest) { digests[rank] = std::move(digest); });
    return digests;
}

std::vector<int32_t> addWaits(RunSummary& overview, const Trace& trace,
    const std::function<Result<std::string>(uint32_t rank)>& digestOf, unsigned threads)
{
    const std::vector<RankSpans> blocks = spansByRank(trace);
    std::vector<std::optional<KeptWaits>> kept(blocks.size());
    forEachParallel(blocks.size(), threads, [&](size_t r) {
        const Result<std::string> text = blocks[r].count > 0 ? digestOf(uint32_t(r)) : Error();
        if (text)
            kept[r] = readWaits(*text, trace, blocks[r]);
    });
    std::vector<Waiting> waiting;
    std::vector<RankWaits> ranks(blocks.size());
    std::vector<int32_t> damaged;
    size_t known = 0;
    for (size_t r = 0; r < kept.size(); ++r) {
        if (!kept[r]) {
            if (blocks[r].count > 0)
                damaged.push_back(trace.ranks()[r].rank);
            continue;
        }
        ++known;
        waiting.insert(waiting.end(), kept[r]->waiting.begin(), kept[r]->waiting.end());
        ranks[r] = std::move(kept[r]->waits);
    }
    overview.waiting = WaitingTimes(trace.spanCount(), trace.timing(), waiting);
    overview.lost = std::make_shared<const BubblesAndWaits>(std::move(ranks));
    overview.isOverview = known < overview.ranks.size();
    return damaged;
}

} // namespace bubblescope
