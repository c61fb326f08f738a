// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"

#include "comparereport.h"
#include "console.h"
#include "counted.h"
#include "flightfolder.h"
#include "folderscan.h"
#include "hangs.h"
#include "hangtext.h"
#include "idealrun.h"
#include "importerregistry.h"
#include "indexcompare.h"
#include "indexplaces.h"
#include "inspectjson.h"
#include "inspecttext.h"
#include "runcache.h"
#include "indexreading.h"
#include "samplecommand.h"
#include "stragglercommand.h"
#include "stragglerdigest.h"
#include "summarydigest.h"
#include "summaryjson.h"
#include "summarymarkdown.h"
#include "summarytext.h"
#include "tracefile.h"
#include "visibletext.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace bubblescope {

namespace {
double megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

/// As to be typed again.
std::string pathsOf(const Source& source)
{
    std::string words = source.demo ? "--demo" : "";
    for (const std::string& path : source.paths) {
        words += words.empty() ? "" : " ";
        words += shellWord(path);
    }
    return words;
}
} // namespace

ExitCode runInspect(const InspectCommand& command)
{
    std::optional<Error> refused;
    const auto index = command.json && !command.source.range ? summarizedIndex(command.source.paths) : std::nullopt;
    const OpenedFolderPtr opened = openSource(command.source, false, [&](const RunFolder& folder) {
        if ((refused = whyNoRange(command.source, folder)))
            return;
        InspectOptions options = command.options;
        if (index)
            options.known = index->analyses;
        options.peakRssBytes = peakRssBytes();
        options.isOfRange = command.source.range.has_value();
        print(stdout, command.json ? inspectJson(folder, options) : inspectText(folder, options));
    });
    if (refused) {
        printError(*refused);
        return ExitCode::Usage;
    }
    const RunFolder& folder = opened->folder;
    if (folder.isEmpty())
        return ExitCode::NothingUsable;
    const bool failed = command.strict && folder.report.hasErrors();
    return codeFor(folder, failed ? ExitCode::OpenedWithErrors : ExitCode::Fine);
}

ExitCode runSummary(const SummaryCommand& command)
{
    SummaryOptions options;
    options.step = command.step;
    if ((!command.json && !command.markdown) || command.topIsSet)
        options.top = size_t(command.top);
    bool isRefused = false;
    const auto tell = [&](const RunFolder& folder) {
        const Result<std::string> text = command.json ? summaryJson(folder, options)
            : command.markdown                        ? summaryMarkdown(folder, options, pathsOf(command.source))
                                                      : summaryText(folder, options);
        isRefused = !text.isOk();
        if (text)
            print(stdout, *text);
        else
            printError(text.error());
    };
    if (const auto index = command.step || command.source.range ? std::nullopt : summarizedIndex(command.source.paths)) {
        options.known = index->analyses;
        tell(index->folder);
        return index->folder.isEmpty() ? ExitCode::NothingUsable : ExitCode::Fine;
    }
    Source source = command.source;
    source.needsAll = true;
    const OpenedFolderPtr opened = openSource(source, false, [&](const RunFolder& folder) {
        if (const std::optional<Error> error = whyNoRange(source, folder)) {
            printError(*error);
            isRefused = true;
        } else if (warnOfPart(source, folder)) {
            tell(folder);
        }
    });
    if (isRefused)
        return ExitCode::Usage;
    return opened->folder.isEmpty() ? ExitCode::NothingUsable : codeFor(opened->folder);
}

ExitCode runCompare(const CompareCommand& command)
{
    OpenedFolderPtr opened[2];
    std::optional<ComparedIndex> indexes[2];
    for (const size_t side : {0, 1}) {
        const std::string& path = side == 0 ? command.a : command.b;
        if (!isIndex(path) || whyOutdated(path)) {
            opened[side] = openWhole(path, command.useCache, command.memory, command.kernels);
            std::optional<Error> error = whyNotOpened(opened[side]->folder);
            error = error ? error : whyCutShort(opened[side]->folder);
            if (error) {
                printError(*error);
                return ExitCode::NothingUsable;
            }
            continue;
        }
        Result<ComparedIndex> index = comparedIndex(path, side == 0 ? command.partA : command.partB);
        if (!index) {
            printError(index.error());
            return ExitCode::NothingUsable;
        }
        indexes[side] = std::move(index).value();
    }
    const auto sideOf = [&](size_t side) {
        const std::optional<ComparedIndex>& index = indexes[side];
        const ComparedPart& part = side == 0 ? command.partA : command.partB;
        return index ? ComparedSide {index->tables, index->run ? &*index->run : nullptr, part}
                     : ComparedSide {opened[side]->folder, nullptr, part};
    };
    const Result<ComparedFolders> compared = compareFolders(sideOf(0), sideOf(1));
    if (!compared) {
        printError(compared.error());
        return ExitCode::NothingUsable;
    }
    print(stdout, command.json ? comparisonJson(*compared) : comparisonText(*compared));
    return ExitCode::Fine;
}

ExitCode runStragglers(const StragglersCommand& command)
{
    std::optional<Error> refused;
    ExitCode code = ExitCode::Fine;
    const auto tell = [&command](const Run& run, const StragglerWhatIf& whatIf) {
        print(stdout, command.json ? stragglersJson(run, whatIf) : stragglersText(run, whatIf));
    };
    if (command.ideal.empty() && !command.source.range && command.source.paths.size() == 1) {
        const Result<std::optional<StragglersOfIndex>> index = stragglersOfIndex(command.source.paths.front());
        if (!index || (*index && !(*index)->whatIf)) {
            printError(index ? (*index)->whatIf.error() : index.error());
            return ExitCode::NothingUsable;
        }
        if (*index) {
            tell((*index)->run, *(*index)->whatIf);
            return ExitCode::Fine;
        }
    }
    Source source = command.source;
    source.needsAll = true;
    openSource(source, false, [&](const RunFolder& folder) {
        if (!warnOfPart(source, folder)) {
            code = ExitCode::NothingUsable;
            return;
        }
        if ((refused = whyNoRange(source, folder))) {
            code = ExitCode::Usage;
            return;
        }
        const auto measured = std::find_if(
            folder.runs.begin(), folder.runs.end(), [](const Run& run) { return run.kind == Run::Kind::Measured; });
        if (measured == folder.runs.end()) {
            code = ExitCode::NothingUsable;
            refused = Error {"There is no measured run.", "Open the traces of the ranks of a run.", {}};
            return;
        }
        const Result<StragglerWhatIf> whatIf = findStragglerWhatIf(*contextOf(*measured));
        if (!whatIf) {
            code = ExitCode::NothingUsable;
            refused = whatIf.error();
            return;
        }
        tell(*measured, *whatIf);
        code = codeFor(folder);
        if (command.ideal.empty())
            return;
        const Result<Run> ideal = makeIdealRun(*measured);
        refused = ideal ? writeTraceFile({{&*ideal, "ideal "}}, command.ideal) : ideal.error();
        if (refused)
            code = ExitCode::Usage;
    });
    if (refused)
        printError(*refused);
    return code;
}

/// Whether this was found in the timeline that was made of a run, which says nothing of how its files were read.
bool isOfTimeline(const Issue& issue, const RunFolder& tables)
{
    const bool isFound = issue.kind == IssueKind::UnmatchedMessages || issue.kind == IssueKind::CollectivesDiffer;
    return isFound
        && std::any_of(tables.runs.begin(), tables.runs.end(), [&](const Run& run) { return run.name == issue.file; });
}

/// Those of an index, or of files and folders.
Result<std::vector<FlightDump>> dumpsIn(const std::vector<std::string>& paths, ImportReport& issues)
{
    if (std::none_of(paths.begin(), paths.end(), isIndex))
        return readFlightDumps(paths, issues);
    if (paths.size() > 1)
        return Error {"An index is opened alone.", "Give one index, or the folders that the dumps lie in.", {}};
    const Result<RunIndex> index = openRunIndex(IndexPlaces(paths.front()).run());
    Result<RunFolder> tables = index ? index->tables() : index.error();
    if (!tables)
        return tables.error();
    // Dumps match their operations by number: what a timeline could not match is no loss to them.
    for (const Issue& issue : tables->report.issues()) {
        if (!isOfTimeline(issue, *tables))
            issues.addIssue(issue);
    }
    return std::move(tables->flightDumps);
}

/// Why nothing was made of what lies there: it may be a dump that is damaged, or has to be converted. nullopt where
/// nothing is known of it.
std::optional<Error> whyRefused(const HangCommand& command, ImportReport& issues)
{
    if (issues.isEmpty() && std::none_of(command.paths.begin(), command.paths.end(), isIndex))
        scanPaths(command.paths, ImporterRegistry::builtin(), issues);
    if (issues.isEmpty())
        return std::nullopt;
    issues.sort();
    const Issue& issue = issues.issues().front();
    const Message reason = issue.first.empty() ? Message(issueInfo(issue.kind).title) : issue.first.front().message;
    return Error {say("There is no dump that can be read. {}: {}", issue.file, reason), issueInfo(issue.kind).advice,
        issue.first.empty() ? std::nullopt : issue.first.front().offset};
}

ExitCode runHang(const HangCommand& command)
{
    warnOfMissing(command.paths);
    ImportReport issues;
    const Result<std::vector<FlightDump>> dumps = dumpsIn(command.paths, issues);
    if (!dumps) {
        printError(dumps.error());
        return ExitCode::NothingUsable;
    }
    if (dumps->empty()) {
        printError(whyRefused(command, issues).value_or(Error {"There is no dump of NCCL's flight recorder.",
            "Run the job with TORCH_NCCL_DUMP_ON_TIMEOUT=1 and TORCH_NCCL_TRACE_BUFFER_SIZE=2000.", {}}));
        return ExitCode::NothingUsable;
    }
    std::vector<NamedHang> hangs;
    for (const std::span<const FlightDump> hang : hangsAmong(*dumps))
        hangs.push_back({hangFolder(hang), analyseHang(hang)});
    print(stdout, command.json ? hangJson(hangs, issues) : hangText(hangs, issues));
    const bool isSuspected
        = std::any_of(hangs.begin(), hangs.end(), [](const NamedHang& hang) { return !hang.report.suspects.empty(); });
    return isSuspected ? ExitCode::Suspect : ExitCode::Fine;
}

ExitCode runSample(const SampleCommand& command)
{
    const Result<WrittenSample> written = writeSample(command.options, command.directory);
    if (!written) {
        printError(written.error());
        return ExitCode::Usage;
    }
    print(stdout,
        fmt::format("{}, {:.1f} MB, {} in {}\nwhat was planted: {}/truth.json\n",
            counted(written->files.size(), "file"), megabytes(written->bytes), counted(written->truth.spans, "span"),
            command.directory, command.directory));
    return ExitCode::Fine;
}

ExitCode ConsoleRunner::operator()(const CommandLineAnswer& answer) const
{
    print(answer.exitCode == ExitCode::Fine ? stdout : stderr, answer.text);
    return answer.exitCode;
}

ExitCode runCache(const CacheCommand& command)
{
    const RunCache cache(RunCache::defaultDirectory(), BUBBLESCOPE_VERSION);
    if (cache.directory().empty()) {
        print(stdout, "no cache: neither XDG_CACHE_HOME nor HOME names a folder\n");
        return ExitCode::Fine;
    }
    const RunCache::Usage usage = command.clear ? cache.clear() : cache.usage();
    print(stdout,
        fmt::format("{}{}, {:.1f} MB in {}\n", command.clear ? "deleted: " : "", counted(usage.files, "run"),
            megabytes(usage.bytes), cache.directory()));
    return ExitCode::Fine;
}

} // namespace bubblescope
