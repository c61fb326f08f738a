// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracearchive.h"

#include "packedcolumn.h"
#include "parallel.h"
#include "rankends.h"
#include "traceexchange.h"
#include "tracesoundness.h"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>

namespace bubblescope {

// One overload for writing, one for reading.
template <typename T> const T& whole(const Shared<T>& column) { return *column; }
template <typename T> T& whole(Shared<T>& column) { return column.edit(); }

template <typename Archive, typename TraceType>
void TraceArchive::exchangeTables(Archive& archive, TraceType& trace)
{
    // Names every member: one added to Trace later does not compile until it is archived, too. What belongs to spans is
    // of forEachColumn() and RankEnds.
    auto& [timing, name, detail, inputs, parent, category, operation, flags, stage, microbatch, bytes, source, tracks,
        rows, links, linkTable, launches, collectives, strings, counters, ranks, hosts, files, range, denseRange, origin,
        subOperationCount, ranksAreComparable, hasThreads]
        = trace;
    archive(hosts, whole(tracks), ranks, timing.steps, timing.rankSteps, timing.rankRanges, range, denseRange, origin,
        files, whole(rows), subOperationCount, ranksAreComparable, hasThreads);
    archive(counters.series, whole(collectives).communicators);
    archive.column(counters.times);
    archive.column(counters.values);
}

namespace {
/// Bits of Tables::columns.
enum StoredColumn : uint8_t {
    StoredDetail = 1,
    StoredOperation = 2,
    StoredFlags = 4,
    StoredStage = 8,
    StoredMicrobatch = 16,
    StoredBytes = 32,
    StoredSource = 64,
    StoredInputs = 128
}; // all bits are taken
} // namespace

void TraceArchive::writeTables(BinaryWriter& archive, const Trace& trace)
{
    archive(*trace.m_strings);
    exchangeTables(archive, trace);
    uint8_t columns = 0;
    const auto mark = [&columns](const auto& column, StoredColumn bit) {
        columns = uint8_t(columns | (column->stored().empty() ? 0 : bit));
    };
    mark(trace.m_detail, StoredDetail);
    mark(trace.m_operation, StoredOperation);
    mark(trace.m_flags, StoredFlags);
    mark(trace.m_stage, StoredStage);
    mark(trace.m_microbatch, StoredMicrobatch);
    mark(trace.m_bytes, StoredBytes);
    mark(trace.m_source, StoredSource);
    mark(trace.m_inputs, StoredInputs);
    archive(trace.spanCount(), columns);
}

TraceArchive::Tables TraceArchive::readTables(BinaryReader& archive, uint64_t mostSpans)
{
    Tables tables;
    auto trace = std::make_shared<Trace>();
    archive(trace->m_strings.edit());
    if (!archive.isOk())
        return tables;
    exchangeTables(archive, *trace);
    archive(tables.spans, tables.columns);
    const auto hasNoTrack = [&trace](const Row& row) { return row.track.value >= trace->m_tracks->size(); };
    if (!archive.isOk() || std::any_of(trace->m_rows->begin(), trace->m_rows->end(), hasNoTrack) || tables.spans >= SpanId::noValue || tables.spans > mostSpans)
        archive.fail();
    else
        tables.trace = std::move(trace);
    return tables;
}

size_t TraceArchive::Tables::spanBytes() const
{
    size_t bytes = 2 * sizeof(TimeNs) + sizeof(StringId) + sizeof(SpanId) + sizeof(Category);
    bytes += (columns & StoredDetail) != 0 ? sizeof(StringId) : 0;
    bytes += (columns & StoredInputs) != 0 ? sizeof(StringId) : 0;
    bytes += (columns & StoredOperation) != 0 ? sizeof(Operation) : 0;
    bytes += (columns & StoredFlags) != 0 ? sizeof(uint8_t) : 0;
    bytes += (columns & StoredStage) != 0 ? sizeof(int16_t) : 0;
    bytes += (columns & StoredMicrobatch) != 0 ? sizeof(int32_t) : 0;
    bytes += (columns & StoredBytes) != 0 ? sizeof(int64_t) : 0;
    return bytes + ((columns & StoredSource) != 0 ? sizeof(uint64_t) : 0);
}

void TraceArchive::keepRanks(Tables& tables, const std::vector<bool>& isKept)
{
    Trace& trace = *tables.trace;
    uint32_t next = 0;
    size_t rank = 0;
    for (Row& row : trace.m_rows.edit()) {
        while (rank < isKept.size() && trace.m_ranks[rank].rank != trace.m_tracks[row.track.value].rank)
            ++rank;
        row.firstSpan = next;
        row.spanCount = rank < isKept.size() && isKept[rank] ? row.spanCount : 0;
        next += row.spanCount;
    }
    trace.m_subOperationCount = 0; // counted once the flags are read
    tables.spans = next;
}

TraceArchive::Tables TraceArchive::withoutSamples(const Tables& tables)
{
    Tables copy = tables;
    copy.trace = std::make_shared<Trace>(*tables.trace);
    copy.trace->m_counters = {};
    return copy;
}

void TraceArchive::makeRoom(Tables& tables, unsigned threads, const ColumnPoolPtr& pool, uint32_t mostSpans)
{
    Trace& trace = *tables.trace;
    const auto room = [&](auto& column, StoredColumn bit, auto usual) {
        if ((tables.columns & bit) == 0)
            return;
        if (column.empty())
            column = std::decay_t<decltype(column)>(pool);
        column.reserve(mostSpans);
        column.resize(tables.spans, usual);
    };
    const auto wholeRoom = [&](auto& column) {
        if (column.empty())
            column = std::decay_t<decltype(column)>(pool);
        column.reserve(mostSpans);
        column.resize(tables.spans);
    };
    const std::array<std::function<void()>, 13> columns {[&] { wholeRoom(trace.m_timing.begin); },
        [&] { wholeRoom(trace.m_timing.end); },
        [&] { room(trace.m_source.edit().stored(), StoredSource, uint64_t(0)); },
        [&] { room(trace.m_bytes.edit().stored(), StoredBytes, int64_t(-1)); },
        [&] { wholeRoom(trace.m_name.edit()); }, [&] { wholeRoom(trace.m_parent.edit()); },
        [&] { room(trace.m_detail.edit().stored(), StoredDetail, StringId()); },
        [&] { room(trace.m_inputs.edit().stored(), StoredInputs, StringId()); },
        [&] { room(trace.m_microbatch.edit().stored(), StoredMicrobatch, int32_t(-1)); },
        [&] { room(trace.m_stage.edit().stored(), StoredStage, int16_t(-1)); },
        [&] { wholeRoom(trace.m_category.edit()); },
        [&] { room(trace.m_operation.edit().stored(), StoredOperation, Operation::Other); },
        [&] { room(trace.m_flags.edit().stored(), StoredFlags, uint8_t(0)); }};
    forEachParallel(columns.size(), threads, [&](size_t i) { columns[i](); });
}

std::shared_ptr<Trace> TraceArchive::rankAlone(const Tables& tables, uint32_t spans)
{
    Tables alone {std::make_shared<Trace>(), spans, tables.columns};
    alone.trace->m_range = tables.trace->m_range;
    makeRoom(alone, 1, nullptr);
    return alone.trace;
}

/// One list for writing and reading: `exchangeColumn` gets each column's values of the block, and how to code them.
template <typename TraceType, typename Function>
void TraceArchive::forEachColumn(TraceType& trace, Block block, const Function& exchangeColumn)
{
    const auto part = [block](auto& column) { return std::span(column).subspan(block.first, block.count); };
    const auto usual = [&](auto& column, ColumnCoding coding) {
        if (!column.empty())
            exchangeColumn(part(column), coding);
    };
    exchangeColumn(part(whole(trace.m_name)), ColumnCoding::Values);
    exchangeColumn(part(whole(trace.m_category)), ColumnCoding::Values);
    usual(whole(trace.m_source).stored(), ColumnCoding::Differences);
    usual(whole(trace.m_detail).stored(), ColumnCoding::Values);
    usual(whole(trace.m_operation).stored(), ColumnCoding::Values);
    usual(whole(trace.m_flags).stored(), ColumnCoding::Values);
    usual(whole(trace.m_stage).stored(), ColumnCoding::Values);
    usual(whole(trace.m_microbatch).stored(), ColumnCoding::Differences);
    usual(whole(trace.m_bytes).stored(), ColumnCoding::Values);
    usual(whole(trace.m_inputs).stored(), ColumnCoding::Values);
}

void TraceArchive::writeSpans(BinaryWriter& archive, const Trace& trace, Block block, const RankEnds& ends)
{
    std::vector<TimeNs> durations(block.count);
    std::vector<uint32_t> parents(block.count); // how far before the span; 0 for none
    for (uint32_t i = 0; i < block.count; ++i) {
        const SpanId span(block.first + i);
        durations[i] = trace.duration(span);
        parents[i] = trace.parent(span).isValid() ? span.value - trace.parent(span).value : 0;
    }
    packColumn(archive, std::span(trace.m_timing.begin).subspan(block.first, block.count), ColumnCoding::Differences);
    packColumn(archive, std::span(std::as_const(durations)), ColumnCoding::Values);
    packColumn(archive, std::span(std::as_const(parents)), ColumnCoding::Values);
    forEachColumn(trace, block, [&](auto values, ColumnCoding coding) { packColumn(archive, values, coding); });
    writeEnds(archive, ends, block);
}

void TraceArchive::readSpans(
    BinaryReader& archive, Trace& trace, Block block, RankEnds& ends, Block written, uint32_t writtenSpans)
{
    std::vector<TimeNs> durations(block.count);
    std::vector<uint32_t> parents(block.count);
    const std::span<TimeNs> begin = std::span(trace.m_timing.begin).subspan(block.first, block.count);
    const std::span<TimeNs> end = std::span(trace.m_timing.end).subspan(block.first, block.count);
    unpackColumn(archive, begin, ColumnCoding::Differences);
    unpackColumn(archive, std::span(durations), ColumnCoding::Values);
    unpackColumn(archive, std::span(parents), ColumnCoding::Values);
    forEachColumn(trace, block, [&](auto values, ColumnCoding coding) { unpackColumn(archive, values, coding); });
    readEnds(archive, ends, written, writtenSpans);
    if (!archive.isOk() || archive.remaining() != 0) {
        archive.fail();
        ends = {};
        return clearSpans(trace, block);
    }
    ColumnVector<SpanId>& parent = whole(trace.m_parent);
    for (uint32_t i = 0; i < block.count; ++i) {
        end[i] = TimeNs(uint64_t(begin[i]) + uint64_t(durations[i]));
        const uint32_t span = block.first + i;
        parent[span] = parents[i] == 0 ? SpanId() : SpanId(span - parents[i]);
    }
}

void TraceArchive::setEnds(Trace& trace, RankEnds&& ends)
{
    trace.m_links = std::move(ends.links);
    trace.m_launches = std::move(ends.launches);
    trace.m_collectives.edit().calls = std::move(ends.calls);
    trace.m_collectives.edit().members = std::move(ends.members);
}

void TraceArchive::clearSpans(Trace& trace, Block block)
{
    const auto fill = [block](auto& column, auto value) {
        if (!column.empty())
            std::fill_n(column.begin() + block.first, block.count, value);
    };
    fill(trace.m_timing.begin, trace.m_range.begin);
    fill(trace.m_timing.end, trace.m_range.begin);
    fill(whole(trace.m_name), StringId());
    fill(whole(trace.m_parent), SpanId());
    fill(whole(trace.m_category), Category::Other);
    fill(whole(trace.m_source).stored(), uint64_t(0));
    fill(whole(trace.m_detail).stored(), StringId());
    fill(whole(trace.m_inputs).stored(), StringId());
    fill(whole(trace.m_operation).stored(), Operation::Other);
    fill(whole(trace.m_flags).stored(), uint8_t(0));
    fill(whole(trace.m_stage).stored(), int16_t(-1));
    fill(whole(trace.m_microbatch).stored(), int32_t(-1));
    fill(whole(trace.m_bytes).stored(), int64_t(-1));
}

TracePtr TraceArchive::finished(std::shared_ptr<Trace> trace, unsigned threads)
{
    if (trace->m_subOperationCount == 0) {
        const ColumnVector<uint8_t>& flags = trace->m_flags->stored();
        trace->m_subOperationCount = uint32_t(std::count_if(
            flags.begin(), flags.end(), [](uint8_t flag) { return (flag & SpanFlag::subOperation) != 0; }));
    }
    if (!isSound(*trace, threads))
        return nullptr;
    if (!trace->m_links->empty())
        trace->m_linkTable = std::make_shared<const LinkTable>(*trace);
    return trace;
}

bool TraceArchive::isSound(const Trace& trace, unsigned threads)
{
    const size_t count = trace.m_name->size();
    if (count >= SpanId::noValue || trace.m_subOperationCount > count)
        return false;
    for (const size_t size :
        {trace.m_timing.begin.size(), trace.m_timing.end.size(), trace.m_parent->size(), trace.m_category->size()}) {
        if (size != count)
            return false;
    }
    for (const size_t size : {trace.m_detail->stored().size(), trace.m_inputs->stored().size(),
             trace.m_operation->stored().size(), trace.m_flags->stored().size(),
             trace.m_stage->stored().size(), trace.m_microbatch->stored().size(), trace.m_bytes->stored().size(), trace.m_source->stored().size()}) {
        if (size > count)
            return false;
    }
    if (!timesAreSound(trace))
        return false;
    for (const auto* links : {&*trace.m_links, &*trace.m_launches}) {
        for (const Link& link : *links) {
            if (link.from.value >= count || link.to.value >= count)
                return false;
        }
    }
    std::array<bool, 5> sound {};
    forEachParallel(sound.size(), threads, [&](size_t i) {
        sound[i] = i == 0 ? spansAreSound(trace)
            : i == 1      ? rowsAreSound(trace)
            : i == 2      ? parentChainsEnd(*trace.m_parent, count)
            : i == 3      ? collectivesAreSound(trace)
                          : countersAreSound(trace);
    });
    return std::all_of(sound.begin(), sound.end(), [](bool each) { return each; });
}

bool TraceArchive::spansAreSound(const Trace& trace)
{
    const size_t count = trace.m_name->size();
    const uint32_t strings = trace.m_strings->size();
    const uint64_t files = trace.m_files.size();
    const TimeRange range = trace.m_range;
    // One pass per column without early exit, so that the compiler can vectorise each.
    bool sound = true;
    for (size_t i = 0; i < count; ++i)
        sound &= trace.m_timing.begin[i] >= range.begin && trace.m_timing.end[i] <= range.end;
    for (size_t i = 0; i < count; ++i)
        sound &= trace.m_timing.begin[i] <= trace.m_timing.end[i];
    for (const StringId name : *trace.m_name)
        sound &= name.value < strings || name.value == StringId::noValue;
    for (const auto* texts : {&trace.m_detail->stored(), &trace.m_inputs->stored()}) {
        for (const StringId text : *texts)
            sound &= text.value < strings || text.value == StringId::noValue;
    }
    for (const Category category : *trace.m_category)
        sound &= static_cast<int>(category) < categoryCount;
    for (const Operation operation : trace.m_operation->stored())
        sound &= static_cast<int>(operation) < operationCount;
    for (const uint64_t source : trace.m_source->stored())
        sound &= (source >> 44) < files || (files == 0 && (source >> 44) == 0);
    return sound;
}

} // namespace bubblescope
