// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runspans.h"

#include "derivedtrace.h"
#include "indexplaces.h"
#include "packedtext.h"
#include "parallel.h"
#include "partoftrace.h"
#include "rankends.h"
#include "ranknames.h"
#include "stepcut.h"
#include "tracesoundness.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

namespace bubblescope {

namespace {
/// Whether rows follow each other without gaps, and all of them are of ranks.
bool areInOrder(const Trace& trace, uint64_t spans)
{
    uint64_t placed = 0;
    for (const Row& row : trace.rows()) {
        if (row.firstSpan != placed)
            return false;
        placed += row.spanCount;
    }
    uint64_t ofRanks = 0;
    for (const RankSpans& block : spansByRank(trace))
        ofRanks += block.count;
    return placed == spans && ofRanks == spans;
}

/// The spans of the other ranks.
std::vector<SpanId> spansWithout(const Trace& trace, const std::vector<std::optional<Error>>& damaged)
{
    std::vector<SpanId> kept;
    const std::vector<RankSpans> blocks = spansByRank(trace);
    for (size_t r = 0; r < blocks.size(); ++r) {
        for (uint32_t i = 0; i < blocks[r].count && !damaged[r]; ++i)
            kept.push_back(SpanId(blocks[r].first + i));
    }
    return kept;
}

// Cut in parallel, put together in order: what is cut is in memory twice meanwhile.
constexpr size_t ranksCutAtOnce = 64;
constexpr uint64_t spansCutAtOnce = 500'000; // some 30 MB, if all of them are kept

/// Behind the ranks that are cut together, from `first` on.
size_t endOfCuts(const std::vector<RankSpans>& written, size_t first, unsigned threads)
{
    uint64_t spans = written[first].count;
    size_t end = first + 1;
    while (end < written.size() && end - first < ranksCutAtOnce
        && (end - first < threads || spans + written[end].count <= spansCutAtOnce))
        spans += written[end++].count;
    return end;
}

/// Of one rank, what is kept.
struct RankCut {
    Trace spans;              ///< columns only
    std::vector<SpanId> kept; ///< their numbers in the trace that was written
    RankEnds ends;            ///< in those numbers
};

/// The kept spans of a rank with this index, by itself; nullopt if it contradicts itself.
using ChooseSpans
    = std::function<std::optional<std::vector<SpanId>>(size_t index, const Trace& rank, const RankEnds& ends)>;

Result<RankCut> readCut(const SectionReader& sections, SectionKey key, const TraceArchive::Tables& tables,
    RankSpans written, const ChooseSpans& choose)
{
    const Result<std::string> text = sections.read(key);
    if (!text)
        return text.error();
    RankCut cut;
    std::shared_ptr<const Trace> rank;
    const bool isWhole
        = written.count <= text->size() / TraceArchive::leastSpanBytes && restored(*text, [&](BinaryReader& archive) {
              const std::shared_ptr<Trace> alone = TraceArchive::rankAlone(tables, written.count);
              TraceArchive::readSpans(archive, *alone, {0, written.count}, cut.ends, written, tables.spans);
              rank = alone;
          });
    const auto kept = isWhole ? choose(key.part, *rank, cut.ends) : std::nullopt;
    if (!kept)
        return damagedIndex(sections);
    DerivedTrace::append(cut.spans, *rank, *kept);
    for (const SpanId span : *kept)
        cut.kept.push_back(SpanId(written.first + span.value));
    keepEnds(cut.ends, cut.kept);
    return cut;
}

uint32_t damagedAmong(const std::vector<std::optional<Error>>& errors)
{
    return uint32_t(std::count_if(errors.begin(), errors.end(), [](const auto& error) { return error.has_value(); }));
}

struct ChosenOptions {
    uint64_t most; ///< spans, to be kept in memory: of more, only their number is told
    unsigned threads;
    const ProgressFn& progress;
};

/// All ranks, cut on threads and put together in order.
std::optional<RunSpans> readChosen(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    const ChooseSpans& choose, const ChosenOptions& options)
{
    const std::shared_ptr<Trace> trace = tables.trace;
    const std::vector<RankSpans> written = spansByRank(*trace);
    TraceArchive::Tables none {trace, 0, tables.columns};
    TraceArchive::makeRoom(none, 1, std::make_shared<ColumnPool>()); // columns that grow leave nothing in use behind
    RunSpans read;
    read.errors.resize(written.size());
    std::vector<SpanId> kept;
    std::vector<RankEnds> ends(written.size());
    std::atomic<uint64_t> done {0};
    std::atomic<bool> isCancelled {false};
    for (size_t first = 0, end = 0; first < written.size() && !isCancelled; first = end) {
        end = endOfCuts(written, first, options.threads);
        std::vector<RankCut> cuts(end - first);
        forEachParallel(cuts.size(), options.threads, [&](size_t i) {
            const RankSpans block = written[first + i];
            if (options.progress && !options.progress(done, tables.spans))
                isCancelled = true;
            if (block.count == 0 || isCancelled)
                return;
            Result<RankCut> cut
                = readCut(sections, keyOf(IndexSection::Spans, run, uint32_t(first + i)), tables, block, choose);
            if (cut)
                cuts[i] = std::move(cut).value();
            else
                read.errors[first + i] = cut.error();
            done += block.count;
        });
        for (size_t i = 0; i < cuts.size(); ++i) {
            read.spans += cuts[i].kept.size();
            if (read.spans > options.most) {
                *trace = Trace();
                kept = {};
                ends.assign(written.size(), {});
                continue;
            }
            std::vector<SpanId> all;
            for (uint32_t span = 0; span < cuts[i].spans.spanCount(); ++span)
                all.push_back(SpanId(span));
            DerivedTrace::append(*trace, cuts[i].spans, all);
            kept.insert(kept.end(), cuts[i].kept.begin(), cuts[i].kept.end());
            ends[first + i] = std::move(cuts[i].ends);
            cuts[i] = {};
        }
    }
    if (isCancelled)
        return std::nullopt;
    if (read.spans > options.most)
        return read;
    DerivedTrace::setRows(*trace, kept);
    TraceArchive::setEnds(*trace, joined(std::move(ends), kept));
    read.trace = TraceArchive::finished(trace, options.threads);
    read.numbers = std::move(kept);
    return read;
}

class IndexedRanks : public RankBlocks {
public:
    IndexedRanks(std::shared_ptr<const SectionReader> sections, uint32_t run)
        : m_sections(std::move(sections)), m_run(run)
    {
    }

    const Trace& tables() const override { return *own().trace; }
    uint64_t identity() const override { return m_sections->identity() + m_run; }

    std::vector<std::vector<StringId>> namesByRank() const override
    {
        const Trace& trace = tables();
        std::vector<std::vector<StringId>> names;
        const Result<std::string> text = m_sections->read(keyOf(IndexSection::Names, m_run));
        if (!text || !restored(*text, [&](BinaryReader& archive) {
                names = readNames(archive, trace.ranks().size(), trace.strings().size());
            }))
            names.assign(trace.ranks().size(), {}); // then all are read
        return names;
    }

    Read read(const std::vector<uint32_t>& ranks, unsigned threads) const override
    {
        const TraceArchive::Tables& all = own();
        std::vector<bool> isKept(all.trace->ranks().size()); // none where the tables cannot be read
        for (const uint32_t rank : ranks) {
            if (rank >= isKept.size())
                return {};
            isKept[rank] = true;
        }
        const std::optional<RunSpans> spans
            = readRunSpans(*m_sections, m_run, TraceArchive::withoutSamples(all), isKept, threads);
        return {spans->trace, damagedAmong(spans->errors)};
    }

    Read readRange(TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress) const override
    {
        return asRead(
            readRunRange(*m_sections, m_run, TraceArchive::withoutSamples(own()), range, most, threads, progress));
    }

    Read readStep(int32_t step, uint64_t most, unsigned threads, const ProgressFn& progress) const override
    {
        return asRead(
            readRunStep(*m_sections, m_run, TraceArchive::withoutSamples(own()), step, most, threads, progress));
    }

private:
    static Read asRead(std::optional<RunSpans>&& spans)
    {
        if (!spans)
            return {};
        return {std::move(spans->trace), damagedAmong(spans->errors), std::move(spans->numbers), spans->spans};
    }
    /// Without a rank where they cannot be read.
    const TraceArchive::Tables& own() const
    {
        std::call_once(m_isRead, [this] {
            const Result<TraceArchive::Tables> read = readRunTables(*m_sections, m_run);
            m_tables.trace = std::make_shared<Trace>();
            if (read)
                m_tables = TraceArchive::withoutSamples(*read);
        });
        return m_tables;
    }

    std::shared_ptr<const SectionReader> m_sections;
    uint32_t m_run;
    mutable std::once_flag m_isRead;
    mutable TraceArchive::Tables m_tables;
};
} // namespace

Error damagedIndex(const SectionReader& sections)
{
    return {say("The index is damaged, what it holds contradicts itself: run {} first", indexCall(sections.folder())),
        {}, {}};
}

Error cancelledIndex() { return {say("cancelled"), {}, {}}; }

Result<TraceArchive::Tables> readRunTables(const SectionReader& sections, uint32_t run)
{
    const Result<std::string> text = sections.read(keyOf(IndexSection::Tables, run));
    if (!text)
        return text.error();
    TraceArchive::Tables tables;
    const uint64_t mostSpans = sections.fileSize() * TraceArchive::bestPacking / TraceArchive::leastSpanBytes;
    if (!restored(*text, [&](BinaryReader& archive) { tables = TraceArchive::readTables(archive, mostSpans); })
        || !tables.trace || !areInOrder(*tables.trace, tables.spans) || !timesAreSound(*tables.trace))
        return damagedIndex(sections);
    return tables;
}

std::optional<RunSpans> readRunSpans(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    const std::vector<bool>& isKept, unsigned threads, const ProgressFn& progress)
{
    const uint32_t whole = tables.spans;
    const std::vector<RankSpans> written = spansByRank(*tables.trace);
    if (std::find(isKept.begin(), isKept.end(), false) != isKept.end())
        TraceArchive::keepRanks(tables, isKept);
    TraceArchive::makeRoom(tables, threads, std::make_shared<ColumnPool>());
    const std::shared_ptr<Trace> trace = std::move(tables.trace);
    const std::vector<RankSpans> blocks = spansByRank(*trace);
    std::vector<RankEnds> ends(blocks.size());
    RunSpans read;
    read.errors.resize(blocks.size());
    std::atomic<uint64_t> done {0};
    std::atomic<bool> isCancelled {false};
    forEachParallel(blocks.size(), threads, [&](size_t r) {
        if (blocks[r].count == 0 || isCancelled || (progress && !progress(done, tables.spans) && (isCancelled = true)))
            return;
        const Result<std::string> text = sections.read(keyOf(IndexSection::Spans, run, uint32_t(r)));
        if (!text)
            TraceArchive::clearSpans(*trace, blocks[r]);
        if (!text || !restored(*text, [&](BinaryReader& archive) {
                TraceArchive::readSpans(archive, *trace, blocks[r], ends[r], written[r], whole);
            }))
            read.errors[r] = text ? damagedIndex(sections) : text.error();
        done += blocks[r].count;
    });
    if (isCancelled)
        return std::nullopt;
    TraceArchive::setEnds(*trace, joined(std::move(ends), written, blocks));
    read.trace = TraceArchive::finished(trace, threads);
    if (read.trace
        && std::any_of(read.errors.begin(), read.errors.end(), [](const auto& error) { return bool(error); }))
        read.trace = std::make_shared<const Trace>(
            DerivedTrace::reduced(*read.trace, spansWithout(*read.trace, read.errors), true));
    return read;
}

std::optional<RunSpans> readRunRange(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress)
{
    const auto choose = [range](size_t, const Trace& rank, const RankEnds&) { return spansOverlapping(rank, range); };
    return readChosen(sections, run, std::move(tables), choose, {most, threads, progress});
}

std::optional<RunSpans> readRunStep(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    int32_t step, uint64_t most, unsigned threads, const ProgressFn& progress)
{
    const std::shared_ptr<const Trace> whole = TraceArchive::withoutSamples(tables).trace;
    const StepCut cut(*whole, step);
    const auto choose
        = [&cut](size_t index, const Trace& rank, const RankEnds& ends) { return cut.spansOf(index, rank, ends); };
    return readChosen(sections, run, std::move(tables), choose, {most, threads, progress});
}

std::shared_ptr<const RankBlocks> rankBlocksOf(std::shared_ptr<const SectionReader> sections, uint32_t run)
{
    return std::make_shared<IndexedRanks>(std::move(sections), run);
}

} // namespace bubblescope
