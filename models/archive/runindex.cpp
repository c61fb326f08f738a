// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runindex.h"

#include "derivedtrace.h"
#include "folderarchive.h"
#include "indexplaces.h"
#include "packedtext.h"
#include "runspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {
constexpr size_t lodBytes = 12; ///< of the level of detail, by span

uint64_t mostSpans(const TraceArchive::Tables& tables, uint64_t memory)
{
    return memory / (tables.spanBytes() + lodBytes);
}

/// The preferred ranks, then all others, or every second, every fourth … of them: some of all stages and hosts, as
/// ranks are numbered.
std::vector<bool> ranksToOpen(const TraceArchive::Tables& tables, uint32_t run, const RunIndex::Options& options)
{
    using Others = RunIndex::Options::Others;
    const std::vector<RankSpans> blocks = spansByRank(*tables.trace);
    uint64_t most = mostSpans(tables, options.memory);
    if (options.others != Others::None && tables.spans <= most)
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
    if (options.others == Others::None && options.preferred.empty())
        return isPreferred;
    // A single rank is opened however large it is: there is nothing to be seen without.
    if (std::find(isPreferred.begin(), isPreferred.end(), true) == isPreferred.end() && !blocks.empty())
        isPreferred.front() = true;
    return isPreferred;
}

uint64_t spansIn(const TraceArchive::Tables& tables, const std::vector<bool>& isKept)
{
    const std::vector<RankSpans> blocks = spansByRank(*tables.trace);
    uint64_t spans = 0;
    for (size_t r = 0; r < blocks.size(); ++r)
        spans += isKept[r] ? blocks[r].count : 0;
    return spans;
}
} // namespace

Result<RunIndex> RunIndex::open(const std::string& path, std::string_view version)
{
    Result<std::shared_ptr<const SectionReader>> sections = SectionReader::open(path);
    if (!sections)
        return sections.error();
    // Whose stamp cannot be read has spans, and analyses of who knows which version.
    const Result<std::string> stamp = (*sections)->read(keyOf(IndexSection::Stamp));
    return RunIndex(std::move(sections).value(), !stamp || *stamp != version);
}

Result<RunFolder> RunIndex::tables() const
{
    const Result<std::string> text = m_sections->read(keyOf(IndexSection::Folder));
    if (!text)
        return text.error();
    std::optional<RunFolder> folder;
    if (!restored(*text, [&](BinaryReader& archive) { folder = readFolderTables(archive); }) || !folder)
        return damagedIndex(*m_sections);
    return *std::move(folder);
}

Result<std::string> RunIndex::analysis(IndexSection section, uint32_t run, uint32_t part) const
{
    return m_isOutdated ? Result<std::string>(unusable()) : m_sections->read(keyOf(section, run, part));
}

Result<bool> RunIndex::fits(uint64_t memory) const
{
    for (uint32_t r = 0; m_sections->find(keyOf(IndexSection::Tables, r)); ++r) {
        const Result<TraceArchive::Tables> tables = readRunTables(*m_sections, r);
        if (!tables)
            return tables.error();
        if (tables->spans > mostSpans(*tables, memory))
            return false;
    }
    return true;
}

Error RunIndex::damaged() const { return damagedIndex(*m_sections); }

Error RunIndex::unusable() const
{
    if (!m_isOutdated)
        return damaged();
    return {say("What the merge of this index found is of another version of this program: run {} first",
                indexCall(m_sections->folder())),
        say("Where all of it fits into memory, it is computed again (--memory)."), {}};
}

std::shared_ptr<const RankBlocks> RunIndex::blocks(uint32_t run) const { return rankBlocksOf(m_sections, run); }

Result<RunFolder> RunIndex::folder(const Options& options, const ProgressFn& progress, RanksByRun* damaged) const
{
    Result<RunFolder> folder = tables();
    if (!folder)
        return folder;
    RanksByRun leftOut(folder->runs.size());
    try {
        for (uint32_t r = 0; r < folder->runs.size(); ++r) {
            Result<TracePtr> read = trace(r, options, folder->report, progress, leftOut[r]);
            if (!read)
                return read.error();
            folder->runs[r].trace = std::move(read).value();
        }
    } catch (const std::bad_alloc&) {
        return Error {say("There is not enough memory for the runs of the index."),
            say("Open it where there is more; `bubblescope summary` does without their spans."), {}};
    }
    if (damaged)
        *damaged = std::move(leftOut);
    return folder;
}

namespace {
std::string millisecondsOf(TimeRange range)
{
    return fmt::format("{:.6g} to {:.6g} ms", double(range.begin) / 1e6, double(range.end) / 1e6);
}
} // namespace

Result<RunSpans> RunIndex::spans(
    uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress) const
{
    Result<TraceArchive::Tables> tables = readRunTables(*m_sections, run);
    if (!tables)
        return tables.error();
    const uint32_t whole = tables->spans;
    std::vector<bool> isKept = ranksToOpen(*tables, run, options);
    const bool leavesOut = std::find(isKept.begin(), isKept.end(), false) != isKept.end();
    const uint64_t spanBytes = tables->spanBytes() + lodBytes;
    const uint64_t most = options.memory / spanBytes;
    const bool hasStep = run < options.steps.size() && options.steps[run].has_value();
    const bool wantsStep = run < options.steps.size() && (leavesOut || (options.readsStepAlone && hasStep));
    if (leavesOut && !options.range && options.others == Options::Others::Refused)
        return takesTooMuch(say("Everything"), whole * spanBytes, options.memory);
    if (options.range)
        DerivedTrace::keepSteps(*tables->trace, *options.range);
    const bool opensStep = wantsStep && hasStep;
    const int32_t step = opensStep ? options.steps[run].value() : 0;
    if (wantsStep && !hasStep)
        isKept.assign(isKept.size(), false);
    if (options.range || opensStep) {
        std::optional<RunSpans> read = options.range
            ? readRunRange(*m_sections, run, std::move(tables).value(), *options.range, most, options.threads, progress)
            : readRunStep(*m_sections, run, std::move(tables).value(), step, most, options.threads, progress);
        if (!read)
            return cancelledIndex();
        if (read->spans > most)
            return takesTooMuch(options.range ? say("The range {} of all ranks", millisecondsOf(*options.range))
                                              : say("Step {} of all ranks", step),
                read->spans * spanBytes, options.memory);
        return *std::move(read);
    }
    const bool isReported = leavesOut && !wantsStep && options.reportsPart;
    if (isReported && m_isOutdated) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{} of {} ranks are opened, with {} of {} spans: more does not fit into {} MB (--memory). What the "
                "merge found of all of them is of another version of this program: run {} first",
                std::count(isKept.begin(), isKept.end(), true), isKept.size(), spansIn(*tables, isKept), whole,
                options.memory >> 20, indexCall(m_sections->folder())));
    } else if (isReported && options.others == Options::Others::AsManyAsFit) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{} of {} ranks are opened, with {} of {} spans: more does not fit into {} MB (--memory); `summary` "
                "and `query` know all of them",
                std::count(isKept.begin(), isKept.end(), true), isKept.size(), spansIn(*tables, isKept), whole,
                options.memory >> 20));
    } else if (isReported && options.others == Options::Others::AllOrNone) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{} spans of {} ranks do not fit into {} MB (--memory): ranks are read when they come into sight. "
                "Figures and findings are those of all ranks, and so are searches, selected ranges and queries, which read "
                "the others; a simulation reads its step of all ranks",
                whole, isKept.size(), options.memory >> 20));
    }
    std::optional<RunSpans> read
        = readRunSpans(*m_sections, run, std::move(tables).value(), isKept, options.threads, progress);
    if (!read)
        return cancelledIndex();
    return *std::move(read);
}

Result<TracePtr> RunIndex::trace(uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress,
    std::vector<int32_t>& damaged) const
{
    const Result<RunSpans> read = spans(run, options, report, progress);
    if (!read)
        return read.error();
    if (!read->trace)
        return damagedIndex(*m_sections);
    for (size_t r = 0; r < read->errors.size(); ++r) {
        if (!read->errors[r])
            continue;
        damaged.push_back(read->trace->ranks()[r].rank);
        report.setFile("run.index");
        report.add(IssueKind::UnreadableFile, read->errors[r]->offset,
            say("what it holds of rank {} is damaged; its operations are left out", read->trace->ranks()[r].rank));
        report.setFile({});
    }
    return read->trace;
}

} // namespace bubblescope
