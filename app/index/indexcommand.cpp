// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexcommand.h"

#include "clockalignment.h"
#include "console.h"
#include "freedmemory.h"
#include "indexmerge.h"
#include "indexplaces.h"
#include "indexshard.h"
#include "jsontext.h"
#include "keptsteps.h"
#include "parallel.h"
#include "runcontext.h"
#include "runindex.h"
#include "runoverview.h"
#include "shardenvironment.h"
#include "summarydigest.h"

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

ExitCode refused(const Error& error)
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
    return *std::move(input);
}

ExitCode runShard(const IndexInput& input, const IndexCommand& command, const IndexShard& shard)
{
    const IndexClock::time_point begin = IndexClock::now();
    const ShardResult result = indexShard(input, command.index, shard, threadCount(command.threads));
    if (result.error)
        return refused(*result.error);
    const double seconds = secondsSince(begin);
    const double megabytes = double(result.bytes) / 1e6;
    print(stdout,
        fmt::format("task {} of {}: {} files, {} read now, {:.1f} MB in {:.2f} s, {:.0f} MB/s\n", shard.index,
            shard.count, result.files, result.indexed, megabytes, seconds, megabytes / std::max(seconds, 1e-9)));
    return ExitCode::Fine;
}

ExitCode runMerge(const IndexInput& input, const IndexCommand& command)
{
    const IndexClock::time_point begin = IndexClock::now();
    const unsigned threads = threadCount(command.threads);
    if (const IndexProgress done = indexProgress(input, command.index); done.indexedFiles == 0) {
        printError(Error {say("Nothing is indexed yet."), say("Run the tasks first, or all of it: index PATH… -o IDX."), {}});
        return ExitCode::NothingUsable;
    }
    std::optional<MergedPieces> merged = mergePieces(input, command.index, threads);
    RunFolder* const folder = &merged->folder;
    const bool isWhole = merged->missing.empty();
    returnFreedMemory();
    std::vector<ImportReport> reports(folder->runs.size());
    forEachParallel(folder->runs.size(), threads, [&](size_t i) { alignRun(folder->runs[i], reports[i]); });
    for (ImportReport& report : reports)
        folder->report.append(std::move(report));
    folder->report.sort();
    RunDigests digests;
    digests.summary = summaryDigest(*folder);
    for (const Run& run : folder->runs) {
        digests.overviews.push_back(runOverview(run));
        digests.steps.push_back(keptSteps(run));
    }
    if (const std::optional<Error> error
        = writeRunIndex(IndexPlaces(command.index).run(), *folder, digests, threads))
        return refused(*error);
    if (isWhole)
        removeForeignPieces(input, command.index);
    print(stdout,
        fmt::format("merged: {} runs, {} spans of {} files in {:.2f} s\n", folder->runs.size(),
            folder->statistics.spans, folder->statistics.files, secondsSince(begin)));
    for (const Run& run : folder->runs) {
        if (!run.missingRanks.empty() && !isWhole)
            printError(fmt::format("{}: ranks missing: {}", run.name, fmt::join(run.missingRanks, ", ")));
    }
    constexpr size_t named = 10;
    for (size_t i = 0; i < std::min(named, merged->missing.size()); ++i)
        printError(fmt::format("not in the index: {}", merged->missing[i]));
    if (merged->missing.size() > named)
        printError(fmt::format("and {} more files; index --status names all", merged->missing.size() - named));
    return isWhole ? ExitCode::Fine : ExitCode::OpenedWithErrors;
}

ExitCode runStatus(const IndexCommand& command)
{
    const Result<std::vector<std::string>> paths = notedInput(command.status);
    if (!paths)
        return refused(paths.error());
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
    std::string text = fmt::format("{} of {} files, {:.1f} of {:.1f} MB are indexed; {}\n", all.indexedFiles,
        all.files, double(all.indexedBytes) / 1e6, double(all.bytes) / 1e6,
        isMerged ? "merged" : "not merged yet");
    for (uint32_t i = 0; command.shards && i < *command.shards; ++i) {
        const IndexProgress own = indexProgress(*input, command.status, {i, *command.shards});
        json["shards"].push_back({{"shard", i}, {"files", own.files}, {"indexed_files", own.indexedFiles}});
        if (own.indexedFiles < own.files)
            text += fmt::format("  task {}/{}: {} of {} files\n", i, *command.shards, own.indexedFiles, own.files);
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
    job.mostTasks = slurmArrayLimit();
    if (command.printsScripts) {
        print(stdout, fmt::format("{}\n{}", shardScript(job), mergeScript(job)));
        return ExitCode::Fine;
    }
    const Result<SubmittedJob> submitted = submit(job);
    if (!submitted)
        return refused(submitted.error());
    print(stdout,
        fmt::format("submitted: tasks {}, merge {}; progress: index --status {}\n", submitted->shards,
            submitted->merge, command.index));
    return ExitCode::Fine;
}
} // namespace

void addIndexOptions(CLI::App& app, IndexCommand& command)
{
    app.add_option("PATH", command.paths, "Files and folders of a training run")->type_name("");
    app.add_option("-o,--output", command.index, "The index, a folder; its name ends in .bubbleindex")->type_name("IDX");
    app.add_option("--shard", command.shard, "Read only the files of task I of N, counted from 0")->type_name("I/N");
    app.add_flag("--shard-from-env", command.shardFromEnv,
        "The same, with I and N from the launcher: Slurm, Open MPI, PMI, Kubernetes, torchrun");
    app.add_option("--shards", command.shards, "Number of tasks, where the launcher does not tell; with --status: list them")
        ->check(CLI::Range(1u, 1u << 20))
        ->type_name("N");
    app.add_flag("--merge", command.merge, "Join what the tasks have read");
    app.add_option("--status", command.status, "Say how far the tasks of an index have come")->type_name("IDX");
    app.add_flag("--json", command.json, "With --status: for programs; the keys are stable");
    app.add_option("--threads", command.threads, "Threads to use [the cores, at most four]")
        ->check(CLI::Range(1u, 256u))
        ->type_name("N");
    app.add_option_function<uint32_t>(
           "--slurm",
           [&command](uint32_t shards) {
               command.wantsSlurm = true;
               command.slurm.shards = shards;
           },
           "Submit an array of N tasks to Slurm, and a merge that waits for it")
        ->check(CLI::Range(1u, 1u << 20))
        ->type_name("N");
    app.add_flag("--print", command.printsScripts, "With --slurm: print the scripts instead");
    app.add_option("--partition", command.slurm.partition, "With --slurm: the partition to run in")->type_name("NAME");
    app.add_option("--account", command.slurm.account, "With --slurm: the account to charge")->type_name("NAME");
    app.add_option("--time", command.slurm.time, "With --slurm: the time limit of a task")->type_name("TIME");
    app.add_option("--sbatch", command.slurm.lines, "With --slurm: a further #SBATCH option, such as --sbatch=--mem=8G")
        ->type_name("OPTION")
        ->allow_extra_args(false);
    app.footer("Without --shard and --merge it does everything, on all cores. Exit codes: 0 fine, 1 wrong usage or not "
               "written, 2 nothing to merge, 3 merged, but files are missing.");
}

void requireIndex(const CLI::App& app, IndexCommand& command)
{
    if (!command.status.empty()) {
        if (!command.paths.empty() || !command.index.empty())
            throw CLI::ValidationError("--status", "names the index; leave out PATH and -o");
        return;
    }
    if (command.index.empty())
        throw CLI::RequiredError("-o IDX");
    while (command.index.size() > 1 && command.index.back() == '/')
        command.index.pop_back();
    if (!command.index.ends_with(indexExtension))
        throw CLI::ValidationError("--output", "the name has to end in .bubbleindex");
    const int modes = int(!command.shard.empty()) + int(command.shardFromEnv) + int(command.merge) + int(command.wantsSlurm);
    if (modes > 1)
        throw CLI::ValidationError("index", "give one of --shard, --shard-from-env, --merge and --slurm");
    if (!command.shard.empty()) {
        if (const Result<IndexShard> shard = parseShard(command.shard); !shard)
            throw CLI::ValidationError("--shard", shard.error().message.text() + " " + shard.error().advice.text());
    }
    for (const char* option : {"--print", "--partition", "--account", "--time", "--sbatch"}) {
        if (app.count(option) > 0 && !command.wantsSlurm)
            throw CLI::ValidationError(option, "goes with --slurm N");
    }
}

ExitCode runIndex(const IndexCommand& command)
{
    if (!command.status.empty())
        return runStatus(command);
    const Result<IndexInput> input = inputOfIndex(command, command.index);
    if (!input)
        return refused(input.error());
    if (command.wantsSlurm)
        return runSlurm(command, *input);
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
        return refused(shard.error());
    return runShard(*input, command, *shard);
}

} // namespace bubblescope
