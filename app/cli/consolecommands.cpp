// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"

#include "comparereport.h"
#include "console.h"
#include "counted.h"
#include "flightfolder.h"
#include "folderscan.h"
#include "formatsreport.h"
#include "hangs.h"
#include "hangtext.h"
#include "idealrun.h"
#include "importerregistry.h"
#include "inspectjson.h"
#include "inspecttext.h"
#include "plancomparison.h"
#include "runcache.h"
#include "samplecommand.h"
#include "stragglercommand.h"
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
    const OpenedFolderPtr opened = openSource(command.source, false, [&](const OpenedFolder& found) {
        if ((refused = whyNoRange(command.source, found.folder)))
            return;
        InspectOptions options = command.options;
        options.peakRssBytes = peakRssBytes();
        options.isOfRange = command.source.range.has_value();
        print(stdout, command.json ? inspectJson(knownOf(found), options) : inspectText(found.folder, options));
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
    const auto printAnswer = [&](const KnownFolder& folder) {
        const Result<std::string> text = command.json ? summaryJson(folder, options)
            : command.markdown                        ? summaryMarkdown(folder, options, pathsOf(command.source))
                                                      : summaryText(folder, options);
        isRefused = !text.isOk();
        if (text)
            print(stdout, *text);
        else
            printError(text.error());
    };
    Source source = command.source;
    source.needsAll = true;
    source.asked = command.step ? Asked::Spans : Asked::Findings;
    const OpenedFolderPtr opened = openSource(source, false, [&](const OpenedFolder& found) {
        if (const std::optional<Error> error = whyNoRange(source, found.folder)) {
            printError(*error);
            isRefused = true;
        } else if (warnOfPart(source, found.folder)) {
            printAnswer(knownOf(found));
        }
    });
    if (isRefused)
        return ExitCode::Usage;
    return opened->folder.isEmpty() ? ExitCode::NothingUsable : codeFor(opened->folder);
}

ExitCode runCompare(const CompareCommand& command)
{
    OpenedFolderPtr opened[2];
    for (const size_t side : {0, 1}) {
        Result<OpenedFolderPtr> folder = openWhole(
            side == 0 ? command.a : command.b, Asked::Comparison, command.useCache, command.memory, command.choices);
        if (!folder) {
            printError(folder.error());
            return ExitCode::NothingUsable;
        }
        opened[side] = std::move(folder).value();
    }
    const Result<ComparedFolders> compared
        = compareInputs({{knownOf(*opened[0]), command.partA}, command.a}, {{knownOf(*opened[1]), command.partB}, command.b},
            command.plan);
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
    Source source = command.source;
    source.needsAll = true;
    source.asked = command.ideal.empty() ? Asked::Stragglers : Asked::Spans; // that run is made of them
    openSource(source, false, [&](const OpenedFolder& opened) {
        const RunFolder& folder = opened.folder;
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
        const Result<StragglerWhatIf> whatIf = knownOf(opened).run(size_t(measured - folder.runs.begin())).stragglers();
        if (!whatIf) {
            code = ExitCode::NothingUsable;
            refused = whatIf.error();
            return;
        }
        print(stdout, command.json ? stragglersJson(*measured, *whatIf) : stragglersText(*measured, *whatIf));
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
    const std::optional<std::string> index = indexAmong(paths);
    if (!index)
        return readFlightDumps(paths, issues);
    if (paths.size() > 1)
        return Error {"An index is opened alone.", "Give one index, or the folders that the dumps lie in.", {}};
    const Result<KnownIndexPtr> opened = KnownIndex::open(*index);
    if (!opened)
        return opened.error();
    const RunFolder& tables = (*opened)->tables();
    // Dumps match their operations by number: what a timeline could not match is no loss to them.
    for (const Issue& issue : tables.report.issues()) {
        if (!isOfTimeline(issue, tables))
            issues.addIssue(issue);
    }
    return tables.flightDumps;
}

/// Why nothing was made of what lies there: it may be a dump that is damaged, or has to be converted. nullopt where
/// nothing is known of it.
std::optional<Error> whyRefused(const HangCommand& command, ImportReport& issues)
{
    if (issues.isEmpty() && !indexAmong(command.paths))
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

ExitCode runFormats(const FormatsCommand& command)
{
    print(stdout, command.json ? formatsJson() : formatsText());
    return ExitCode::Fine;
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
