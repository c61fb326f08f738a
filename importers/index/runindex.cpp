// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runindex.h"

#include "derivedtrace.h"
#include "folderarchive.h"
#include "indexinput.h"
#include "packedtext.h"
#include "parallel.h"
#include "rankends.h"
#include "tracearchive.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>

namespace bubblescope {

namespace {
enum Section : uint32_t { FolderSection, SummarySection, OverviewSection, TablesSection, SpansSection, StepsSection };
constexpr size_t ranksAtOnce = 64; // packed in parallel, written in order

/// A span takes at least that many bytes unpacked, and nothing real packs better than that.
constexpr uint64_t leastSpanBytes = 6;
constexpr uint64_t bestPacking = 4096;
constexpr size_t lodBytes = 12; ///< of the level of detail, by span

Error damagedIndex(const SectionReader& sections)
{
    return {say("The index is damaged, what it holds contradicts itself: run {} first", indexCall(sections.folder())),
        {}, {}};
}

Error cancelledIndex() { return {say("cancelled"), {}, {}}; }

template <typename Fill> bool addSection(SectionWriter& writer, SectionKey key, const Fill& fill)
{
    const std::string text = archived(fill);
    return writer.add(key, packedText(text), text.size());
}

/// Whether the blocks follow each other without gaps and hold all spans.
bool areInOrder(const std::vector<TraceArchive::Block>& blocks, uint64_t spans)
{
    uint64_t placed = 0;
    for (const TraceArchive::Block& block : blocks) {
        if (block.count > 0 && block.first != placed)
            return false;
        placed += block.count;
    }
    return placed == spans;
}

/// The preferred ranks, then all others, or every second, every fourth … of them: some of all stages and hosts, as ranks
/// are numbered.
std::vector<bool> ranksToOpen(const TraceArchive::Tables& tables, uint32_t run, const RunIndex::Options& options)
{
    using Others = RunIndex::Options::Others;
    const std::vector<TraceArchive::Block> blocks = TraceArchive::blocksOf(*tables.trace);
    uint64_t most = options.memory / (tables.spanBytes() + lodBytes);
    if (options.others == Others::AllOrNone && tables.spans <= most)
        return std::vector<bool>(blocks.size(), true);
    most /= options.others == Others::AllOrNone ? 2 : 1;
    uint64_t spans = 0;
    std::vector<bool> isPreferred(blocks.size());
    for (const int32_t rank : run < options.preferred.size() ? options.preferred[run] : std::vector<int32_t>()) {
        const RankInfo* const info = tables.trace->findRank(rank);
        const size_t place = info ? size_t(info - tables.trace->ranks().data()) : blocks.size();
        if (place == blocks.size() || isPreferred[place] || spans + blocks[place].count > most)
            continue;
        isPreferred[place] = true;
        spans += blocks[place].count;
    }
    for (size_t each = 1; options.others == Others::AsManyAsFit && each <= blocks.size(); each *= 2) {
        std::vector<bool> isOpened = isPreferred;
        uint64_t opened = spans;
        for (size_t r = 0; r < blocks.size(); r += each) {
            opened += isOpened[r] ? 0 : blocks[r].count;
            isOpened[r] = true;
        }
        if (opened <= most)
            return isOpened;
    }
    // A single rank is opened however large it is: there is nothing to be seen without.
    if (std::find(isPreferred.begin(), isPreferred.end(), true) == isPreferred.end() && !blocks.empty())
        isPreferred.front() = true;
    return isPreferred;
}

/// The spans of the other ranks.
std::vector<SpanId> spansWithout(const Trace& trace, const std::vector<bool>& isDamaged)
{
    std::vector<SpanId> kept;
    const std::vector<TraceArchive::Block> blocks = TraceArchive::blocksOf(trace);
    for (size_t r = 0; r < blocks.size(); ++r) {
        for (uint32_t i = 0; i < blocks[r].count && !isDamaged[r]; ++i)
            kept.push_back(SpanId(blocks[r].first + i));
    }
    return kept;
}
} // namespace

std::optional<Error> writeRunIndex(const std::string& path, const RunFolder& folder, const RunDigests& digests,
    unsigned threads, const ProgressFn& progress)
{
    OutputFile file(path);
    SectionWriter writer(file);
    addSection(writer, {FolderSection, 0, 0}, [&](BinaryWriter& archive) { writeFolderTables(archive, folder); });
    writer.add({SummarySection, 0, 0}, packedText(digests.summary), digests.summary.size());
    for (uint32_t r = 0; r < digests.overviews.size(); ++r)
        writer.add({OverviewSection, r, 0}, packedText(digests.overviews[r]), digests.overviews[r].size());
    for (uint32_t r = 0; r < folder.runs.size(); ++r) {
        addSection(writer, {TablesSection, r, 0},
            [&](BinaryWriter& archive) { TraceArchive::writeTables(archive, *folder.runs[r].trace); });
    }
    uint64_t done = 0;
    for (uint32_t r = 0; r < folder.runs.size(); ++r) {
        const Trace& trace = *folder.runs[r].trace;
        const std::vector<TraceArchive::Block> blocks = TraceArchive::blocksOf(trace);
        const std::vector<RankEnds> ends = endsByRank(trace, blocks);
        for (size_t first = 0; first < blocks.size(); first += ranksAtOnce) {
            if (progress && !progress(done, folder.statistics.spans))
                return cancelledIndex();
            const size_t count = std::min(ranksAtOnce, blocks.size() - first);
            std::vector<std::pair<std::string, uint64_t>> packed(count);
            forEachParallel(count, threads, [&](size_t i) {
                const std::string text = archived([&](BinaryWriter& archive) {
                    TraceArchive::writeSpans(archive, trace, blocks[first + i], ends[first + i]);
                });
                packed[i] = {packedText(text), text.size()};
            });
            for (size_t i = 0; i < count; ++i) {
                if (!writer.add({SpansSection, r, uint32_t(first + i)}, packed[i].first, packed[i].second))
                    return file.error();
                done += blocks[first + i].count;
            }
        }
    }
    for (uint32_t r = 0; r < digests.steps.size(); ++r) {
        if (!digests.steps[r].empty())
            writer.add({StepsSection, r, 0}, packedText(digests.steps[r]), digests.steps[r].size());
    }
    if (writer.finish() && file.commit())
        return std::nullopt;
    return file.error();
}

Result<RunIndex> RunIndex::open(const std::string& path)
{
    Result<std::shared_ptr<const SectionReader>> sections = SectionReader::open(path);
    if (!sections)
        return sections.error();
    return RunIndex(std::move(sections).value());
}

Result<RunFolder> RunIndex::tables() const
{
    const Result<std::string> text = m_sections->read({FolderSection, 0, 0});
    if (!text)
        return text.error();
    std::optional<RunFolder> folder;
    if (!restored(*text, [&](BinaryReader& archive) { folder = readFolderTables(archive); }) || !folder)
        return damagedIndex(*m_sections);
    return *std::move(folder);
}

Result<std::string> RunIndex::summary() const { return m_sections->read({SummarySection, 0, 0}); }

Result<std::string> RunIndex::overview(uint32_t run) const { return m_sections->read({OverviewSection, run, 0}); }

Result<std::string> RunIndex::steps(uint32_t run) const { return m_sections->read({StepsSection, run, 0}); }

Result<RunFolder> RunIndex::folder(const Options& options, const ProgressFn& progress) const
{
    Result<RunFolder> folder = tables();
    if (!folder)
        return folder;
    try {
        for (uint32_t r = 0; r < folder->runs.size(); ++r) {
            Result<TracePtr> read = trace(r, options, folder->report, progress);
            if (!read)
                return read.error();
            folder->runs[r].trace = std::move(read).value();
        }
    } catch (const std::bad_alloc&) {
        return Error {say("There is not enough memory for the runs of the index."),
            say("Open it where there is more; `bubblescope summary` does without their spans."), {}};
    }
    return folder;
}

Result<TracePtr> RunIndex::trace(
    uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress) const
{
    const Result<std::string> tables = m_sections->read({TablesSection, run, 0});
    if (!tables)
        return tables.error();
    TraceArchive::Tables read;
    const uint64_t mostSpans = m_sections->fileSize() * bestPacking / leastSpanBytes;
    if (!restored(*tables, [&](BinaryReader& archive) { read = TraceArchive::readTables(archive, mostSpans); })
        || !read.trace || !areInOrder(TraceArchive::blocksOf(*read.trace), read.spans))
        return damagedIndex(*m_sections);
    const uint32_t whole = read.spans;
    const std::vector<TraceArchive::Block> written = TraceArchive::blocksOf(*read.trace);
    const std::vector<bool> isKept = ranksToOpen(read, run, options);
    const bool leavesOut = std::find(isKept.begin(), isKept.end(), false) != isKept.end();
    if (leavesOut)
        TraceArchive::keepRanks(read, isKept);
    if (leavesOut && options.others == Options::Others::AsManyAsFit) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{} of {} ranks are opened, with {} of {} spans: more does not fit into {} MB (--memory); `summary` "
                "knows all of them",
                std::count(isKept.begin(), isKept.end(), true), isKept.size(), read.spans, whole,
                options.memory >> 20));
    } else if (leavesOut && options.others == Options::Others::AllOrNone) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{} spans of {} ranks do not fit into {} MB (--memory): ranks are read when they come into sight. Figures "
                "and findings are those of all ranks; search, selections, queries and simulations see what is read",
                whole, isKept.size(), options.memory >> 20));
    }
    TraceArchive::makeRoom(read, options.threads);
    const std::shared_ptr<Trace> trace = std::move(read.trace);
    const std::vector<TraceArchive::Block> blocks = TraceArchive::blocksOf(*trace);
    std::vector<RankEnds> ends(blocks.size());
    std::vector<std::optional<Error>> errors(blocks.size());
    std::atomic<uint64_t> done {0};
    std::atomic<bool> isCancelled {false};
    forEachParallel(blocks.size(), options.threads, [&](size_t r) {
        if (blocks[r].count == 0 || isCancelled || (progress && !progress(done, read.spans) && (isCancelled = true)))
            return;
        const Result<std::string> text = m_sections->read({SpansSection, run, uint32_t(r)});
        if (!text)
            TraceArchive::clearSpans(*trace, blocks[r]);
        if (!text || !restored(*text,
                [&](BinaryReader& archive) {
                    TraceArchive::readSpans(archive, *trace, blocks[r], ends[r], written[r], whole);
                }))
            errors[r] = text ? damagedIndex(*m_sections) : text.error();
        done += blocks[r].count;
    });
    if (isCancelled)
        return cancelledIndex();
    TraceArchive::setEnds(*trace, joined(std::move(ends), written, blocks));
    std::vector<bool> isDamaged(blocks.size());
    for (size_t r = 0; r < blocks.size(); ++r) {
        isDamaged[r] = errors[r].has_value();
        if (!isDamaged[r])
            continue;
        report.setFile("run.index");
        report.add(IssueKind::UnreadableFile, errors[r]->offset,
            say("what it holds of rank {} is damaged; its operations are left out", trace->ranks()[r].rank));
        report.setFile({});
    }
    const bool isAnyDamaged = std::any_of(errors.begin(), errors.end(), [](const auto& error) { return bool(error); });
    TracePtr finished = TraceArchive::finished(trace, options.threads);
    if (!finished)
        return damagedIndex(*m_sections);
    if (isAnyDamaged)
        finished = std::make_shared<const Trace>(
            DerivedTrace::reduced(*finished, spansWithout(*finished, isDamaged), true));
    return finished;
}

} // namespace bubblescope
