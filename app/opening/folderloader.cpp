// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderloader.h"

#include "analysisversion.h"
#include "checksum.h"
#include "clockalignment.h"
#include "decimaltime.h"
#include "distinctnames.h"
#include "filereading.h"
#include "flightfolder.h"
#include "foldertables.h"
#include "hangs.h"
#include "keptsummary.h"
#include "logpattern.h"
#include "machinememory.h"
#include "memorybudget.h"
#include "parallel.h"
#include "partoftrace.h"
#include "runcache.h"
#include "rungrouping.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <new>
#include <set>
#include <string_view>

namespace bubblescope {

namespace {
using Clock = std::chrono::steady_clock;

void leaveOutRuns(RunFolder& folder)
{
    folder.runs.clear();
    folder.report.add(IssueKind::OutOfMemory, std::nullopt, say("not enough memory to put the rank traces together"));
}
} // namespace

struct FolderLoader::Private {
    explicit Private(FolderLoad load)
        : request(std::move(load)), threads(threadCount(request.threads)), reporter(request.progress)
    {
        if (request.choices.keptLogPatterns.empty())
            request.choices.keptLogPatterns = logPatternsOf(userLogPatternFolder(), &refusedPatterns);
    }

    OpenedFolderPtr run();
    OpenedFolderPtr made();
    std::optional<FolderFingerprint> stateNow(const ProgressFn& progress) const;
    OpenedFolderPtr fromCache();
    OpenedFolderPtr fromIndex(const std::string& index);
    std::optional<TimeRange> slicedReading() const;
    void noteSlice(ImportReport& report) const;
    void deliverTables(bool always);
    RunFolder tables();
    bool arrange(RunFolder& folder);
    void align(RunFolder& folder);
    void cutToSlice(RunFolder& folder);
    OpenedFolderPtr complete(RunFolder&& folder);
    void finishStatistics(RunFolder& folder) const;

    FolderLoad request;
    Clock::time_point begin = Clock::now();
    unsigned threads;
    LoadReporter reporter;
    std::optional<FolderFingerprint> state; ///< before the first byte was read
    std::vector<std::shared_ptr<const RunSummary>> keptSummaries; ///< by run; null for those to be worked out
    bool lacksSummaries = false;                                  ///< of the cache: it was stored by who needed none
    OpenedFolderPtr opened;
    bool isOfIndex = false; ///< large, and its overviews are kept: nobody should wait for more
    FolderScan scan;
    ImportReport scanReport;
    std::vector<std::string> refusedPatterns; ///< files that are kept for all logs, and cannot be used
    std::optional<FileReading> reading;
    std::mutex mutex; ///< for `request.partial` and the two below
    Clock::time_point delivered;
    size_t deliveredTables = 0;
};

OpenedFolderPtr FolderLoader::Private::run()
{
    if (request.make)
        return made();
    if (const std::optional<std::string> index = indexAmong(request.paths))
        return fromIndex(*index);
    if (OpenedFolderPtr cached = fromCache())
        return cached;
    if (!reporter.report(true))
        return nullptr;
    for (const std::string& file : refusedPatterns) {
        if (const Result<LogPatternPtr> again = LogPattern::read(file); !again) // it may have been mended meanwhile
            scanReport.add(IssueKind::BadHeader, std::nullopt, say("{} is not used: {}", file, again.error().message));
    }
    scan = scanPaths(
        request.paths, ImporterRegistry::builtin(), scanReport, reporter.scanProgress(), request.choices);
    FileReading::Options options;
    options.threads = threads;
    options.slice = slicedReading();
    options.choices = request.choices;
    options.memory = spanMemory(request.memory, false);
    reading.emplace(scan, reporter, std::move(options));
    reporter.setPhase(LoadProgress::Phase::Reading);
    if (!reporter.report(true) || !reading->read([this] { deliverTables(false); }))
        return nullptr;
    reporter.setPhase(LoadProgress::Phase::Arranging);
    if (!reporter.report(true))
        return nullptr;
    deliverTables(true);
    RunFolder folder = tables();
    if (!arrange(folder))
        return nullptr;
    OpenedFolderPtr result = complete(std::move(folder));
    return reporter.report(true) ? result : nullptr;
}

OpenedFolderPtr FolderLoader::Private::complete(RunFolder&& folder)
{
    finishStatistics(folder);
    shareFabric(folder);
    if (!request.levels)
        return std::make_shared<OpenedFolder>(OpenedFolder {std::move(folder), {}, {}});
    try {
        return prepared(std::move(folder), threads, !isOfIndex, std::move(keptSummaries));
    } catch (const std::bad_alloc&) {
        folder.runs.clear();
        folder.report.add(
            IssueKind::OutOfMemory, std::nullopt, say("not enough memory to draw the runs; they are left out"));
        return prepared(std::move(folder), 1);
    }
}

OpenedFolderPtr FolderLoader::Private::made()
{
    Result<RunFolder> folder = request.make();
    if (folder)
        return complete(std::move(folder).value());
    RunFolder empty;
    empty.report.add(IssueKind::BadRecord, std::nullopt, folder.error().message);
    return complete(std::move(empty));
}

/// Of the files, of what kernels were said to be, of the patterns that are kept for all logs, and of the analyses,
/// which have aligned what is cached.
std::optional<FolderFingerprint> FolderLoader::Private::stateNow(const ProgressFn& progress) const
{
    std::optional<FolderFingerprint> now = fingerprint(request.paths, progress);
    if (now) {
        now->key += request.choices.kernels->text();
        for (const LogPatternPtr& pattern : request.choices.keptLogPatterns)
            now->key += pattern->text();
        Checksum whole;
        whole.add(&now->state, sizeof now->state);
        whole.add(analysisVersion().data(), analysisVersion().size());
        now->state = whole.value();
    }
    return now;
}

OpenedFolderPtr FolderLoader::Private::fromCache()
{
    ImportChoices uncached = request.choices;
    uncached.kernels = ImportChoices {}.kernels;
    uncached.keptLogPatterns.clear();
    if (!request.cache || request.cache->directory().empty() || request.slice || uncached != ImportChoices {})
        return nullptr;
    state = stateNow(reporter.scanProgress());
    std::vector<std::string> kept;
    std::optional<RunFolder> folder = state ? request.cache->load(*state, threads, &kept) : std::nullopt;
    if (!folder)
        return nullptr;
    if (request.paths.size() == 1)
        folder->path = request.paths.front(); // it may have been cached under another spelling
    reporter.setPhase(LoadProgress::Phase::Arranging);
    if (!reporter.report(true))
        return nullptr;
    for (Run& run : folder->runs)
        resumeRun(run);
    lacksSummaries = request.levels && kept.size() != folder->runs.size();
    if (request.levels && !lacksSummaries) {
        for (size_t i = 0; i < kept.size(); ++i)
            keptSummaries.push_back(restoredSummary(kept[i], folder->runs[i], threads));
    }
    return complete(std::move(*folder));
}

/// The range that files are read by, if they are not read whole. What is made of a whole trace is cut as an index cuts
/// it; a part by itself lacks what lies outside it, such as the launch of a kernel. So only what may not fit is read by
/// parts.
std::optional<TimeRange> FolderLoader::Private::slicedReading() const
{
    constexpr uint64_t packing = 20; // of traces by gzip or zstd, at most
    constexpr uint64_t growth = 3;   // spans of the shortest records take twice the text, and more to be put together
    uint64_t bytes = 0;
    for (const ScannedFile& file : scan.files) {
        const bool isPacked = file.path.ends_with(".gz") || file.path.ends_with(".zst");
        bytes += isPacked ? packing * file.size : file.size;
    }
    const uint64_t memory = spanMemory(request.memory, false);
    return growth * bytes > std::min(memory, availableMemory().value_or(memory)) ? request.slice : std::nullopt;
}

void FolderLoader::Private::noteSlice(ImportReport& report) const
{
    report.add(IssueKind::PartOnly, std::nullopt,
        say("{} to {} ms from the run's start; what reaches into it is whole",
            formatDecimalTime(request.slice->begin, TimeUnit::Milliseconds),
            formatDecimalTime(request.slice->end, TimeUnit::Milliseconds)));
}

/// An index holds everything: clocks are aligned, issues are told.
OpenedFolderPtr FolderLoader::Private::fromIndex(const std::string& index)
{
    isOfIndex = true;
    reporter.setPhase(LoadProgress::Phase::Arranging);
    const uint64_t memory = spanMemory(request.memory, request.needsAll);
    const auto finish = [&](OpenedIndex&& read) {
        read.folder.path = index;
        if (request.slice)
            noteSlice(read.folder.report);
        read.folder.statistics.fromCache = true; // its files and bytes are those that were indexed
        auto opened = std::make_shared<OpenedFolder>(*complete(std::move(read.folder)));
        if (opened->folder.runs.size() == read.overviews.size())
            opened->summaries = std::move(read.overviews);
        opened->blocks = std::move(read.blocks);
        opened->damagedRanks = std::move(read.damagedRanks);
        opened->index = std::move(read.index);
        opened->lacksSpans = std::move(read.lacksSpans);
        opened->memory = memory;
        return opened;
    };
    IndexOpening opening;
    opening.threads = threads;
    opening.memory = memory;
    opening.needsAll = request.needsAll;
    opening.asked = request.asked;
    opening.readsByRank = request.readsByRank;
    opening.asksByRank = request.asksByRank;
    opening.asksFewRanks = request.asksFewRanks;
    opening.wanted = request.wanted;
    opening.manySpans = request.manySpans;
    opening.range = request.slice;
    opening.step = request.step;
    opening.progress = [this](uint64_t, uint64_t) { return reporter.report(false); };
    if (request.partial && request.levels && request.wanted.ranks.empty())
        opening.takeFew = [&](OpenedIndex&& few) { request.partial(finish(std::move(few))); };
    Result<OpenedIndex> read = openIndex(request.paths, index, opening);
    if (!reporter.report(true))
        return nullptr;
    if (read)
        return finish(std::move(read).value());
    RunFolder empty;
    empty.path = index;
    empty.report.setFile(index);
    Message message = read.error().message;
    if (!read.error().advice.empty()) {
        message += " ";
        message += read.error().advice;
    }
    empty.report.add(IssueKind::UnreadableFile, read.error().offset, message);
    return complete(std::move(empty));
}

/// Everything that needs no grouping, from the files read so far.
RunFolder FolderLoader::Private::tables()
{
    RunFolder folder;
    folder.path = scan.root;
    folder.unrecognised = scan.unrecognised;
    for (const std::unique_ptr<FileReading::File>& file : reading->files()) {
        if (!file->finished)
            continue;
        addTables(folder, file->scanned->name, file->contents);
    }
    finishTables(folder);
    return folder;
}

void FolderLoader::Private::deliverTables(bool always)
{
    if (!request.partial || reporter.isCancelled())
        return;
    const std::lock_guard lock(mutex);
    const Clock::time_point now = Clock::now();
    const size_t ready = reading->tablesRead();
    if (ready <= deliveredTables || (!always && now - delivered < std::chrono::milliseconds(250)))
        return;
    RunFolder folder = tables();
    folder.memorySnapshots.clear(); // each time their figures would take as long again
    delivered = now;
    deliveredTables = ready;
    finishStatistics(folder);
    request.partial(prepared(std::move(folder), 1));
}

/// Groups the traces into runs; false if cancelled.
bool FolderLoader::Private::arrange(RunFolder& folder)
{
    folder.report.append(std::move(scanReport));
    std::vector<NamedPart> parts;
    std::vector<GpuTelemetry> telemetry;
    std::vector<CommunicatorLog> communicators;
    for (const std::unique_ptr<FileReading::File>& file : reading->files()) {
        folder.report.append(std::move(file->report));
        std::move(file->contents.flightDumps.begin(), file->contents.flightDumps.end(),
            std::back_inserter(folder.flightDumps));
        std::move(file->contents.telemetry.begin(), file->contents.telemetry.end(), std::back_inserter(telemetry));
        std::move(file->contents.communicators.begin(), file->contents.communicators.end(),
            std::back_inserter(communicators));
        for (TracePart& part : file->contents.traceParts)
            parts.push_back({file->scanned->name, std::move(part), file->scanned->rank});
        file->contents = {};
    }
    folder.flightDumps = dumpsByHang(std::move(folder.flightDumps), folder.report);
    folder.report.setFile({});
    try {
        addFabric(folder, communicators);
        folder.runs = groupRuns(std::move(parts), folder.path, folder.report, folder.flightDumps, telemetry);
        if (!reporter.report(true))
            return false;
        align(folder);
        if (request.slice)
            cutToSlice(folder);
    } catch (const std::bad_alloc&) {
        leaveOutRuns(folder);
    }
    folder.report.sort();
    finishStatistics(folder);
    return reporter.report(true);
}

void FolderLoader::Private::align(RunFolder& folder)
{
    try {
        std::vector<ImportReport> reports(folder.runs.size());
        forEachParallel(folder.runs.size(), threads, [&](size_t i) { alignRun(folder.runs[i], reports[i]); });
        for (ImportReport& runReport : reports)
            folder.report.append(std::move(runReport));
    } catch (const std::bad_alloc&) {
        leaveOutRuns(folder);
    }
}

/// What was read whole; its clocks are aligned, so that the range is that of the run.
void FolderLoader::Private::cutToSlice(RunFolder& folder)
{
    std::set<std::string_view> sliced;
    for (const std::unique_ptr<FileReading::File>& file : reading->files()) {
        if (file->start)
            sliced.insert(file->scanned->name);
    }
    for (Run& run : folder.runs) {
        const bool isSliced = std::any_of(
            run.files.begin(), run.files.end(), [&sliced](const std::string& file) { return sliced.contains(file); });
        if (!isSliced)
            run.trace = std::make_shared<const Trace>(partOfTrace(*run.trace, *request.slice));
    }
    if (!folder.runs.empty() || !sliced.empty())
        noteSlice(folder.report);
}

void FolderLoader::Private::finishStatistics(RunFolder& folder) const
{
    if (!folder.statistics.fromCache) {
        folder.statistics.files = reporter.fileCount();
        folder.statistics.bytes = reporter.bytesTotal();
        folder.statistics.spans = 0;
        for (const Run& run : folder.runs)
            folder.statistics.spans += run.trace->spanCount();
    }
    folder.statistics.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

FolderLoader::FolderLoader(FolderLoad load) : d(std::make_unique<Private>(std::move(load))) { }

FolderLoader::~FolderLoader() = default;

OpenedFolderPtr FolderLoader::load()
{
    d->opened = d->run();
    return d->opened;
}

bool FolderLoader::store(const ProgressFn& progress)
{
    if (!d->request.cache || !d->state || !d->opened)
        return false;
    const RunFolder& folder = d->opened->folder;
    // Another time there is more memory.
    if (folder.report.count(IssueKind::TooLarge) > 0 || folder.report.count(IssueKind::OutOfMemory) > 0)
        return false;
    if ((folder.statistics.fromCache && !d->lacksSummaries) || folder.isEmpty() || d->stateNow(progress) != d->state)
        return false;
    // The layer count may come from a neighbouring file that the fingerprint does not cover.
    for (const LayerTable& table : folder.layerTables) {
        const bool seen = std::any_of(d->state->paths.begin(), d->state->paths.end(), [&](const std::string& path) {
            return !table.layerCountSource.empty() && path.ends_with(table.layerCountSource);
        });
        if (table.hasBlock() && !seen)
            return false;
    }
    std::vector<std::string> kept;
    const auto& summaries = d->opened->summaries;
    for (size_t i = 0; i < folder.runs.size() && summaries.size() == folder.runs.size(); ++i)
        kept.push_back(summaries[i] ? keptSummary(folder.runs[i], *summaries[i], d->threads) : std::string());
    return d->request.cache->store(*d->state, folder, d->threads, progress, kept);
}

OpenedFolderPtr prepared(
    RunFolder&& folder, unsigned threads, bool withSummaries, std::vector<std::shared_ptr<const RunSummary>> known)
{
    const size_t count = folder.runs.size();
    for (Run& run : folder.runs)
        run.context = contextOf(run); // runs from the cache do not have one yet
    std::vector<LevelOfDetail> levels(count);
    std::vector<std::shared_ptr<const RunSummary>> summaries = std::move(known);
    summaries.resize(count);
    forEachParallel(2 * count, threadCount(threads), [&](size_t i) {
        const Run& run = folder.runs[i / 2];
        const Trace& trace = *run.trace;
        if (i % 2 == 0)
            levels[i / 2] = LevelOfDetail(trace, trace.timing());
        else if (withSummaries && !summaries[i / 2])
            summaries[i / 2] = std::make_shared<RunSummary>(summarizeRun(*contextOf(run), trace.timing()));
    });
    std::vector<HangReport> hangs;
    for (const std::span<const FlightDump> dumps : hangsAmong(folder.flightDumps))
        hangs.push_back(analyseHang(dumps));
    std::vector<MemoryFigures> memory(folder.memorySnapshots.size());
    forEachParallel(
        memory.size(), threadCount(threads), [&](size_t i) { memory[i] = memoryFigures(folder.memorySnapshots[i]); });
    return std::make_shared<OpenedFolder>(
        OpenedFolder {std::move(folder), std::move(levels), std::move(summaries), std::move(hangs), std::move(memory)});
}

} // namespace bubblescope
