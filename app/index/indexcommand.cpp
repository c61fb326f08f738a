// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexcommand.h"

#include "clockalignment.h"
#include "console.h"
#include "counted.h"
#include "columnpool.h"
#include "indexfile.h"
#include "indexmerge.h"
#include "indexplaces.h"
#include "indexshard.h"
#include "jsontext.h"
#include "keptanalyses.h"
#include "machinecores.h"
#include "machinememory.h"
#include "mergeturn.h"
#include "opensource.h"
#include "parallel.h"
#include "shardenvironment.h"
#include "spillfile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {
using IndexClock = std::chrono::steady_clock;

double secondsSince(IndexClock::time_point begin)
{
    return std::chrono::duration<double>(IndexClock::now() - begin).count();
}

std::string absoluteIndex(const std::string& index)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(index, error).lexically_normal();
    return absolute.has_filename() ? absolute.string() : absolute.parent_path().string();
}

ExitCode stoppedBy(const Error& error)
{
    printError(error);
    return ExitCode::Usage;
}

/// The files to index: those named, or those that the index was begun with.
Result<IndexInput> inputOfIndex(const IndexCommand& command, const std::string& index)
{
    std::vector<std::string> paths = command.paths;
    if (paths.empty()) {
        Result<std::vector<std::string>> noted = notedInput(index);
        if (!noted)
            return Error {say("What is to be indexed?"), say("Name the files or folders: index PATH… -o IDX."), {}};
        paths = std::move(noted).value();
    }
    std::optional<IndexInput> input = listInput(paths);
    if (!input || input->files.empty())
        return Error {say("There is no file to index."), say("Name the folder of a run."), {}};
    Result<KernelNamesPtr> kernels = command.kernels ? command.kernels : notedKernels(index);
    if (!kernels)
        return kernels.error();
    input->kernels = std::move(kernels).value();
    return *std::move(input);
}

unsigned coresOfIndex(const IndexCommand& command)
{
    return command.threads > 0 ? command.threads
                               : coresOfTask([](const char* name) { return std::getenv(name); }, availableCores());
}

ExitCode runShard(const IndexInput& input, const IndexCommand& command, const IndexShard& shard)
{
    const IndexClock::time_point begin = IndexClock::now();
    const unsigned cores = coresOfIndex(command);
    const unsigned threads = command.threads > 0 ? cores : threadsFor(input.files, machineMemory() / 4 * 3, cores);
    const ShardResult result = indexShard(input, command.index, shard, threads);
    if (result.error)
        return stoppedBy(*result.error);
    const double seconds = secondsSince(begin);
    const double megabytes = double(result.bytes) / 1e6;
    print(stdout,
        fmt::format("task {} of {}: {}, {} read now, {:.1f} MB in {:.2f} s, {:.0f} MB/s\n", shard.index, shard.count,
            counted(result.files, "file"), result.indexed, megabytes, seconds, megabytes / std::max(seconds, 1e-9)));
    return ExitCode::Fine;
}

/// Half of the machine's, or most of what a Slurm job was given.
uint64_t usualMergeMemory()
{
    const char* const given = std::getenv("SLURM_MEM_PER_NODE"); // in MB, where --mem was said
    const uint64_t megabytes = given ? std::strtoull(given, nullptr, 10) : 0;
    const bool isGiven = megabytes > 0 && megabytes <= machineMemory() >> 20;
    return isGiven ? (megabytes << 20) / 4 * 3 : machineMemory() / 2;
}

/// What could not be read is in no run, and its tasks ended well all the same.
void printUnreadable(const ImportReport& report, const std::vector<std::string>& missing)
{
    constexpr size_t mostPrinted = 10;
    size_t printed = 0;
    for (const Issue& issue : report.issues()) {
        const bool isUnreadable = issue.kind == IssueKind::UnreadableFile || issue.kind == IssueKind::UnreadableFolder;
        const bool isMissing = std::binary_search(missing.begin(), missing.end(), issue.file); // reported by itself
        if (!isUnreadable || isMissing || issue.file.empty() || issue.first.empty() || ++printed > mostPrinted)
            continue;
        printError(fmt::format("{}: {}", issue.file, issue.first.front().message.text()));
    }
    if (printed > mostPrinted)
        printError(
            fmt::format("and {} more that cannot be read; `bubblescope inspect` names all", printed - mostPrinted));
}

/// Somebody else's files are not touched.
void printForeign(const std::vector<std::string>& names, const std::string& index)
{
    constexpr size_t mostPrinted = 10;
    const size_t printed = std::min(names.size(), mostPrinted);
    for (size_t i = 0; i < printed; ++i)
        printError(fmt::format("{}/{}: not of this index; it stays", index, names[i]));
    if (names.size() > printed)
        printError(fmt::format("and {} more that are not of this index", names.size() - printed));
}

ExitCode runMerge(const IndexInput& input, const IndexCommand& command)
{
    const IndexClock::time_point begin = IndexClock::now();
    const unsigned threads = coresOfIndex(command);
    if (const IndexProgress done = indexProgress(input, command.index); done.indexedFiles == 0) {
        printError(
            Error {say("Nothing is indexed yet."), say("Run the tasks first, or all of it: index PATH… -o IDX."), {}});
        return ExitCode::NothingUsable;
    }
    const MergeTurn turn(IndexPlaces(command.index).run());
    const uint64_t most = command.memory > 0 ? command.memory : usualMergeMemory();
    const uint64_t needed = mergeMemory(input, command.index, threads);
    ColumnPoolPtr pool;
    if (needed > most) {
        const std::string& scratch = command.scratch.empty() ? command.index : command.scratch;
        pool = ColumnPool::inFile(openSpillFile(scratch), most);
        print(stdout,
            fmt::format("about {} MB are needed and {} MB may be taken (--memory): {}\n", needed >> 20, most >> 20,
                pool ? "the rest lies in a file meanwhile"
                     : fmt::format("no file can be made in {} for the rest", scratch)));
    }
    // Without a file, too: what was read of the files goes while it is put together.
    std::optional<MergedPieces> merged
        = mergePieces(input, command.index, threads, pool ? pool : std::make_shared<ColumnPool>());
    RunFolder* const folder = &merged->folder;
    const bool isWhole = merged->missing.empty();
    std::vector<ImportReport> reports(folder->runs.size());
    forEachParallel(folder->runs.size(), threads, [&](size_t i) { alignRun(folder->runs[i], reports[i]); });
    for (ImportReport& report : reports)
        folder->report.append(std::move(report));
    folder->report.sort();
    const KeptAnalyses analyses = keptAnalyses(*folder, threads);
    bool isOvertaken = false;
    const auto mayReplace = [&] {
        isOvertaken = turn.isOvertaken(folder->statistics.files);
        return !isOvertaken;
    };
    if (const std::optional<Error> error
        = writeRunIndex(IndexPlaces(command.index).run(), *folder, analyses, threads, {}, mayReplace))
        return stoppedBy(*error);
    if (isOvertaken) {
        print(stdout, "another merge has finished this, of more files: its index stays\n");
        return isWhole ? ExitCode::Fine : ExitCode::OpenedWithErrors;
    }
    if (isWhole)
        printForeign(removeForeignPieces(input, command.index), command.index);
    if (folder->isEmpty() && isWhole) {
        printUnreadable(folder->report, merged->missing);
        printError(Error {say("There is nothing to index that can be opened."), say("`bubblescope inspect` says what is there."), {}});
        return ExitCode::NothingUsable;
    }
    print(stdout,
        fmt::format("merged: {}, {} of {} in {:.2f} s\n", counted(folder->runs.size(), "run"),
            counted(folder->statistics.spans, "span"), counted(folder->statistics.files, "file"), secondsSince(begin)));
    for (const Run& run : folder->runs) {
        if (!run.missingRanks.empty() && !isWhole)
            printError(fmt::format("{}: ranks missing: {}", run.name, fmt::join(run.missingRanks, ", ")));
    }
    printUnreadable(folder->report, merged->missing);
    constexpr size_t named = 10;
    for (size_t i = 0; i < std::min(named, merged->missing.size()); ++i)
        printError(fmt::format("not in the index: {}", merged->missing[i]));
    if (merged->missing.size() > named)
        printError(fmt::format("and {} more; index --status names all", merged->missing.size() - named));
    return isWhole ? ExitCode::Fine : ExitCode::OpenedWithErrors;
}

ExitCode runStatus(const IndexCommand& command)
{
    const Result<std::vector<std::string>> paths = notedInput(command.status);
    if (!paths)
        return stoppedBy(paths.error());
    const std::optional<IndexInput> input = listInput(*paths);
    const IndexProgress all = indexProgress(*input, command.status);
    std::error_code error;
    const bool isMerged = fs::is_regular_file(IndexPlaces(command.status).run(), error);
    nlohmann::ordered_json json;
    json["index"] = command.status;
    json["files"] = all.files;
    json["indexed_files"] = all.indexedFiles;
    json["bytes"] = all.bytes;
    json["indexed_bytes"] = all.indexedBytes;
    json["merged"] = isMerged;
    json["missing"] = nlohmann::ordered_json::array();
    for (const uint32_t file : all.missing)
        json["missing"].push_back(input->files[file].name);
    json["shards"] = nlohmann::ordered_json::array();
    std::string text
        = fmt::format("{} of {}, {:.1f} of {:.1f} MB are indexed; {}\n", all.indexedFiles, counted(all.files, "file"),
            double(all.indexedBytes) / 1e6, double(all.bytes) / 1e6, isMerged ? "merged" : "not merged yet");
    for (uint32_t i = 0; command.shards && i < *command.shards; ++i) {
        const IndexProgress own = indexProgress(*input, command.status, {i, *command.shards});
        json["shards"].push_back({{"shard", i}, {"files", own.files}, {"indexed_files", own.indexedFiles}});
        if (own.indexedFiles < own.files)
            text += fmt::format(
                "  task {}/{}: {} of {}\n", i, *command.shards, own.indexedFiles, counted(own.files, "file"));
    }
    constexpr size_t named = 10;
    for (size_t i = 0; i < std::min(named, all.missing.size()); ++i)
        text += fmt::format("  missing: {}\n", input->files[all.missing[i]].name);
    if (all.missing.size() > named)
        text += fmt::format("  and {} more (all with --json)\n", all.missing.size() - named);
    print(stdout, command.json ? jsonText(json) : text);
    return ExitCode::Fine;
}

ExitCode runSlurm(const IndexCommand& command, const IndexInput& input)
{
    SlurmJob job = command.slurm;
    std::error_code error;
    job.program = fs::read_symlink("/proc/self/exe", error).string();
    job.paths = input.paths;
    job.index = absoluteIndex(command.index);
    if (!command.kernelsFile.empty())
        job.kernels = fs::absolute(command.kernelsFile, error).string();
    job.mostTasks = slurmArrayLimit();
    job.threads = command.threads;
    job.memory = command.memory;
    if (!command.scratch.empty())
        job.scratch = fs::absolute(command.scratch, error).string();
    if (command.printsScripts) {
        print(stdout, fmt::format("{}\n{}", shardScript(job), mergeScript(job)));
        return ExitCode::Fine;
    }
    const Result<SubmittedJob> submitted = submit(job);
    if (!submitted)
        return stoppedBy(submitted.error());
    print(stdout,
        fmt::format("submitted: tasks {}, merge {}; progress: index --status {}\n", submitted->shards, submitted->merge,
            command.index));
    return ExitCode::Fine;
}
} // namespace

ExitCode runIndex(const IndexCommand& command)
{
    std::error_code error;
    const std::string& index = command.status.empty() ? command.index : command.status;
    if (fs::exists(index, error) && !fs::is_directory(index, error))
        return stoppedBy({say("{} is a file, and an index is a folder.", index), say("Choose another name."), {}});
    if (!command.status.empty())
        return runStatus(command);
    warnOfMissing(command.paths);
    const Result<IndexInput> input = inputOfIndex(command, command.index);
    if (!input)
        return stoppedBy(input.error());
    // Each task would end badly, and the merge wait for ever.
    if (command.wantsSlurm)
        return areThere(command.paths) ? runSlurm(command, *input) : ExitCode::Usage;
    if (command.merge)
        return runMerge(*input, command);
    if (command.shard.empty() && !command.shardFromEnv) {
        const ExitCode code = runShard(*input, command, {});
        return code == ExitCode::Fine ? runMerge(*input, command) : code;
    }
    const Result<IndexShard> shard = command.shardFromEnv
        ? shardFromEnvironment([](const char* name) { return std::getenv(name); }, command.shards)
        : parseShard(command.shard);
    if (!shard)
        return stoppedBy(shard.error());
    return runShard(*input, command, *shard);
}

} // namespace bubblescope
