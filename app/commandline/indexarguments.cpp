// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexarguments.h"

#include "indexplaces.h"
#include "indexshard.h"
#include "shardenvironment.h"
#include "sharedarguments.h"

#include <CLI/CLI.hpp>

namespace bubblescope {

void addIndexOptions(CLI::App& app, IndexCommand& command)
{
    app.add_option("PATH", command.paths, "Files and folders of a training run")->type_name("");
    app.add_option("-o,--output", command.index, "The index, a folder; its name ends in .bubbleindex")
        ->type_name("IDX");
    addKernels(app, command.kernels, &command.kernelsFile);
    // Said of other commands, and no typing error here.
    app.add_option_function<std::string>(
           "--log-pattern",
           [](const std::string&) {
               throw CLI::ValidationError("--log-pattern",
                   "an index is made of runs, and opens no logs: bubblescope inspect LOG --log-pattern FILE reads one");
           },
           "Not of an index, which opens no logs")
        ->type_name("FILE")
        ->group("");
    app.add_option("--shard", command.shard, "Read only the files of task I of N, counted from 0")->type_name("I/N");
    app.add_flag("--shard-from-env", command.shardFromEnv,
        "The same, with I and N from the launcher: Slurm, Open MPI, PMI, Kubernetes, torchrun");
    app.add_option(
           "--shards", command.shards, "Number of tasks, where the launcher does not tell; with --status: list them")
        ->check(CLI::Range(1u, 1u << 20))
        ->type_name("N");
    app.add_flag("--merge", command.merge, "Join what the tasks have read");
    app.add_option("--status", command.status, "Say how far the tasks of an index have come")->type_name("IDX");
    app.add_flag("--json", command.json, "With --status: for programs; the keys are stable");
    app.add_option("--threads", command.threads,
           "Threads to use [all cores that it may use, if there is memory for as many files]")
        ->check(CLI::Range(1u, 256u))
        ->type_name("N");
    app.add_option("--memory", command.memory,
           "Memory that a merge may take, such as 4GB: of more, columns lie in a file meanwhile [half of the machine's]")
        ->transform(memorySize())
        ->type_name("SIZE");
    app.add_option("--scratch", command.scratch, "Folder for that file, such as a local disk [IDX]")->type_name("DIR");
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
    const int modes
        = int(!command.shard.empty()) + int(command.shardFromEnv) + int(command.merge) + int(command.wantsSlurm);
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
    // Each is a line of a script: what stands behind a line break would be run.
    const auto refuseLineBreaks = [](const char* option, const std::string& value) {
        constexpr std::string_view breaks("\n\r\0", 3);
        if (value.find_first_of(breaks) != std::string::npos)
            throw CLI::ValidationError(option, "takes a single line");
    };
    refuseLineBreaks("--partition", command.slurm.partition);
    refuseLineBreaks("--account", command.slurm.account);
    refuseLineBreaks("--time", command.slurm.time);
    for (const std::string& line : command.slurm.lines)
        refuseLineBreaks("--sbatch", line);
}

} // namespace bubblescope
