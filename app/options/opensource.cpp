// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "opensource.h"

#include "console.h"
#include "folderloader.h"
#include "runcache.h"
#include "samplefolder.h"

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
} // namespace

void warnOfMissing(std::span<const std::string> paths)
{
    for (const std::string& path : paths) {
        if (path == "-")
            printError("standard input is not read; write it to a file and name that");
        else if (!isThere(path))
            printError(fmt::format("there is no \"{}\"", path));
    }
}

bool areThere(std::span<const std::string> paths) { return std::all_of(paths.begin(), paths.end(), isThere); }

ExitCode codeWithout(std::span<const std::string> paths, ExitCode code)
{
    return areThere(paths) || code == ExitCode::NothingUsable ? code : ExitCode::Usage;
}

std::optional<Error> whyNotOpened(const RunFolder& folder)
{
    const auto isOfIndex = [&folder](const Issue& issue) {
        return issue.kind == IssueKind::UnreadableFile && !issue.first.empty() && issue.file == folder.path;
    };
    const auto issues = folder.report.issues();
    const auto issue = std::find_if(issues.begin(), issues.end(), isOfIndex);
    if (!folder.isEmpty() || issue == issues.end() || !indexAmong({folder.path}))
        return std::nullopt;
    return Error {issue->first.front().message, {}, {}};
}

std::optional<Error> whyCutShort(const RunFolder& folder)
{
    for (const Issue& issue : folder.report.issues()) {
        if (issue.kind == IssueKind::TooLarge && !issue.first.empty())
            return Error {say("{}: {}", issue.file, issue.first.front().message), issueInfo(issue.kind).advice, {}};
    }
    return std::nullopt;
}

ExitCode codeFor(const RunFolder& folder, ExitCode code)
{
    const bool isAnswered = code == ExitCode::Fine || code == ExitCode::OpenedWithErrors;
    return isAnswered && folder.report.count(IssueKind::TooLarge) > 0 ? ExitCode::NothingUsable : code;
}

bool warnOfPart(const Source& source, const RunFolder& folder)
{
    if (const std::optional<Error> error = whyNotOpened(folder)) {
        printError(*error);
        return false;
    }
    if (const std::optional<Error> error = whyCutShort(folder))
        printError(*error);
    if (source.range)
        return true;
    // Who asks of a step is shown no issues: what is missing of it must be told here.
    const bool reportsDamage = source.step && indexAmong({folder.path});
    for (const Issue& issue : folder.report.issues()) {
        const bool isReported
            = issue.kind == IssueKind::PartOnly || (reportsDamage && issue.kind == IssueKind::UnreadableFile);
        for (size_t i = 0; isReported && i < issue.first.size(); ++i)
            printError(issue.first[i].message.text());
    }
    return true;
}

OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const OpenedFolder&)>& use)
{
    warnOfMissing(source.paths);
    const RunCache cache(source.useCache ? RunCache::defaultDirectory() : std::string(), BUBBLESCOPE_VERSION);
    FolderLoad load;
    load.paths = source.paths;
    load.cache = source.useCache ? &cache : nullptr;
    load.levels = levels;
    load.slice = source.range;
    load.choices = source.choices;
    load.memory = source.memory;
    load.asksByRank = source.asksByRank;
    load.asksFewRanks = source.asksFewRanks;
    load.step = source.step;
    load.needsAll = source.needsAll;
    load.asked = source.asked;
    if (source.demo)
        load.make = [] { return makeSampleFolder(demoOptions()); };
    FolderLoader loader(std::move(load));
    OpenedFolderPtr opened = loader.load();
    if (use)
        use(*opened);
    loader.store();
    return opened;
}

Result<OpenedFolderPtr> openWhole(
    const std::string& path, Asked asked, bool useCache, uint64_t memory, const ImportChoices& choices)
{
    Source source {{path}, false, useCache, {}};
    source.needsAll = true;
    source.asked = asked;
    source.memory = memory;
    source.choices = choices;
    OpenedFolderPtr opened = openSource(source, false);
    std::optional<Error> error = whyNotOpened(opened->folder);
    error = error ? error : whyCutShort(opened->folder);
    return error ? Result<OpenedFolderPtr>(*std::move(error)) : Result(std::move(opened));
}

std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder)
{
    const bool isPart = source.range && folder.report.count(IssueKind::PartOnly) > 0 && !folder.runs.empty()
        && folder.runs.front().trace->range().end < source.range->end;
    return isPart ? std::nullopt : source.range;
}

std::optional<Error> whyNoRange(const Source& source, const RunFolder& folder)
{
    if (source.range && folder.runs.empty() && !folder.isEmpty()) {
        return Error {say("--range takes a part of a timeline: logs, workloads and layer tables have none."),
            say("Leave --range out, or open the traces of the run."), {}};
    }
    const std::optional<TimeRange> range = rangeToShow(source, folder);
    if (!source.range || folder.runs.empty())
        return std::nullopt;
    TimeNs longest = 0;
    bool isEmpty = true;
    for (const Run& run : folder.runs) {
        longest = std::max(longest, run.trace->range().end);
        isEmpty = isEmpty && run.trace->spanCount() == 0;
    }
    const bool isOutside = range && (range->begin >= longest || range->end <= 0);
    if (!isOutside && !isEmpty)
        return std::nullopt;
    return Error {say("There is nothing in that range."),
        say("The run ends after {} ms; --range counts from its start.", fmt::format("{:.6g}", double(longest) / 1e6)), {}};
}

bool namesNothing(const Source& source)
{
    if (source.paths.empty() || std::any_of(source.paths.begin(), source.paths.end(), isThere))
        return false;
    warnOfMissing(source.paths);
    return true;
}

ExitCode refuseToDraw(const std::string& what)
{
    printError(Error {fmt::format("{} needs graphics libraries, which bubblescope-cli does without.", what),
        "Install the package bubblescope, whose program has it, or see `bubblescope-cli --help`.", {}});
    return ExitCode::Usage;
}

} // namespace bubblescope
