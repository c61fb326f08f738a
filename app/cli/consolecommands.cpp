// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"

#include "comparecommand.h"
#include "console.h"
#include "folderloader.h"
#include "hardwarepresets.h"
#include "inspectjson.h"
#include "inspecttext.h"
#include "runcache.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "summaryjson.h"
#include "summarytext.h"
#include "tracefile.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace bubblescope {

namespace {
bool isThere(const std::string& path)
{
    std::error_code error;
    return path != "-" && std::filesystem::exists(path, error);
}

/// Reports paths that do not exist; the command continues with the others.
void warnOfMissing(const Source& source)
{
    for (const std::string& path : source.paths) {
        if (path == "-")
            printError("standard input is not read; write it to a file and name that");
        else if (!isThere(path))
            printError(fmt::format("there is no \"{}\"", path));
    }
}

double megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }
} // namespace

OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const RunFolder&)>& use)
{
    warnOfMissing(source);
    const RunCache cache(source.useCache ? RunCache::defaultDirectory() : std::string(), BUBBLESCOPE_VERSION);
    FolderLoad load;
    load.paths = source.paths;
    load.cache = source.useCache ? &cache : nullptr;
    load.levels = levels;
    load.slice = source.range;
    if (source.demo)
        load.make = [] { return makeSampleFolder(demoOptions()); };
    FolderLoader loader(std::move(load));
    OpenedFolderPtr opened = loader.load();
    if (use)
        use(opened->folder);
    loader.store();
    return opened;
}

ExitCode runInspect(const InspectCommand& command)
{
    const OpenedFolderPtr opened = openSource(command.source, false, [&command](const RunFolder& folder) {
        InspectOptions options = command.options;
        options.peakRssBytes = peakRssBytes();
        print(stdout, command.json ? inspectJson(folder, options) : inspectText(folder, options));
    });
    const RunFolder& folder = opened->folder;
    if (folder.isEmpty())
        return ExitCode::NothingUsable;
    return command.strict && folder.report.hasErrors() ? ExitCode::OpenedWithErrors : ExitCode::Fine;
}

ExitCode runSummary(const SummaryCommand& command)
{
    SummaryOptions options;
    options.step = command.step;
    if (!command.json || command.topIsSet)
        options.top = size_t(command.top);
    bool isRefused = false;
    const OpenedFolderPtr opened = openSource(command.source, false, [&](const RunFolder& folder) {
        const Result<std::string> text = command.json ? summaryJson(folder, options) : summaryText(folder, options);
        isRefused = !text.isOk();
        if (text)
            print(stdout, *text);
        else
            printError(text.error());
    });
    if (isRefused)
        return ExitCode::Usage;
    return opened->folder.isEmpty() ? ExitCode::NothingUsable : ExitCode::Fine;
}

std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder)
{
    const bool isPart = source.range && folder.report.count(IssueKind::PartOnly) > 0 && !folder.runs.empty()
        && folder.runs.front().trace->range().end < source.range->end;
    return isPart ? std::nullopt : source.range;
}

std::optional<Error> rangeOutsideRuns(const Source& source, const RunFolder& folder)
{
    const std::optional<TimeRange> range = rangeToShow(source, folder);
    if (!range || folder.runs.empty())
        return std::nullopt;
    TimeNs longest = 0;
    for (const Run& run : folder.runs)
        longest = std::max(longest, run.trace->range().end);
    if (range->begin < longest && range->end > 0)
        return std::nullopt;
    return Error {say("There is nothing in that range."),
        say("The run ends after {} ms; --range counts from its start.", fmt::format("{:.6g}", double(longest) / 1e6)), {}};
}

bool namesNothing(const Source& source)
{
    if (source.paths.empty() || std::any_of(source.paths.begin(), source.paths.end(), isThere))
        return false;
    warnOfMissing(source);
    return true;
}

ExitCode runCompare(const CompareCommand& command)
{
    const OpenedFolderPtr a = openSource({{command.a}, false, command.useCache, {}}, false, {});
    const OpenedFolderPtr b = openSource({{command.b}, false, command.useCache, {}}, false, {});
    const Result<ComparedFolders> compared = compareFolders(a->folder, b->folder);
    if (!compared) {
        printError(compared.error());
        return ExitCode::NothingUsable;
    }
    print(stdout, command.json ? comparisonJson(*compared) : comparisonText(*compared));
    return ExitCode::Fine;
}

ExitCode runSample(const SampleCommand& command)
{
    const Result<WrittenSample> written = writeSample(command.options, command.directory);
    if (!written) {
        printError(written.error());
        return ExitCode::Usage;
    }
    print(stdout,
        fmt::format("{} files, {:.1f} MB, {} spans in {}\nwhat was planted: {}/truth.json\n", written->files.size(),
            megabytes(written->bytes), written->truth.spans, command.directory, command.directory));
    return ExitCode::Fine;
}

ExitCode runSimulate(const SimulateCommand& command, const DrawRun& draw)
{
    const auto tell = [&command](const SimulationReport& report) {
        print(stdout, command.json ? simulationJson(report) : simulationText(report));
    };
    if (!command.collective.operation.empty()) {
        const Result<PricedCollective> priced = priceOne(command.collective, hardwareCatalog());
        if (!priced) {
            printError(priced.error());
            return ExitCode::NothingUsable;
        }
        print(stdout, command.json ? collectiveJson(*priced) : collectiveText(*priced));
        return ExitCode::Fine;
    }
    if (!command.readsFiles()) {
        const Result<SimulationReport> report = simulatePlain(command.pipeline);
        if (!report) {
            printError(report.error());
            return ExitCode::NothingUsable;
        }
        tell(*report);
        return ExitCode::Fine;
    }
    const OpenedFolderPtr opened = openSource(command.source, false);
    const Result<SimulatedInput> simulated = simulateFolder(opened->folder, command.options);
    if (!simulated) {
        printError(simulated.error());
        return ExitCode::NothingUsable;
    }
    tell(simulated->report);
    if (command.exportFile.empty())
        return ExitCode::Fine;
    if (!command.exportFile.ends_with(".json")) {
        if (draw)
            return draw(simulated->step.run, command.exportFile);
        return refuseToDraw("`simulate --export` of a picture");
    }
    if (const auto error = writeTraceFile({{&simulated->step.run, "simulated "}}, command.exportFile)) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

ExitCode ConsoleRunner::operator()(const CommandLineAnswer& answer) const
{
    print(answer.exitCode == ExitCode::Fine ? stdout : stderr, answer.text);
    return answer.exitCode;
}

ExitCode refuseToDraw(const std::string& what)
{
    printError(Error {fmt::format("{} needs graphics libraries, which bubblescope-cli does without.", what),
        "Install the package bubblescope, whose program has it, or see `bubblescope-cli --help`.", {}});
    return ExitCode::Usage;
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
        fmt::format("{}{} runs, {:.1f} MB in {}\n", command.clear ? "deleted: " : "", usage.files,
            megabytes(usage.bytes), cache.directory()));
    return ExitCode::Fine;
}

} // namespace bubblescope
