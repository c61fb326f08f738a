// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shardenvironment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

namespace bubblescope {

namespace {
constexpr unsigned usualThreads = 4;

struct LauncherVariables {
    const char* index;
    const char* count; ///< null where the launcher states none
    const char* first; ///< null where the first task is 0
};
/// Those that start others come last: a Slurm job has its own variables, too, where mpirun or torchrun starts the tasks.
constexpr std::array<LauncherVariables, 6> launchers {{
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr},
    {"PMI_RANK", "PMI_SIZE", nullptr},
    {"RANK", "WORLD_SIZE", nullptr},
    {"SLURM_PROCID", "SLURM_NTASKS", nullptr},
    {"JOB_COMPLETION_INDEX", nullptr, nullptr},
}};

std::optional<uint32_t> taskNumber(std::string_view text)
{
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Error badShard(std::string_view text)
{
    return {say("\"{}\" is no task.", text), say("Give its number and how many there are: 0/16 to 15/16."), {}};
}
} // namespace

Result<IndexShard> parseShard(std::string_view text)
{
    const size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return badShard(text);
    const std::optional<uint32_t> index = taskNumber(text.substr(0, slash));
    const std::optional<uint32_t> count = taskNumber(text.substr(slash + 1));
    if (!index || !count || *index >= *count)
        return badShard(text);
    return IndexShard {*index, *count};
}

Result<IndexShard> shardFromEnvironment(const ReadVariable& read, std::optional<uint32_t> count)
{
    const auto tasksOf = [&read](const LauncherVariables& launcher) {
        const char* const text = launcher.count ? read(launcher.count) : nullptr;
        return text ? taskNumber(text).value_or(0) : 0;
    };
    const LauncherVariables* chosen = nullptr;
    for (const LauncherVariables& launcher : launchers) {
        // A single task shows nothing: it may be one of several that another launcher started.
        if (read(launcher.index) && (!chosen || (tasksOf(*chosen) == 1 && tasksOf(launcher) > 1)))
            chosen = &launcher;
    }
    if (!chosen)
        return Error {say("No launcher says which task this is."), say("Give it: --shard I/N."), {}};
    const std::string_view text = read(chosen->index);
    const std::optional<uint32_t> index = taskNumber(text);
    const char* const firstText = chosen->first ? read(chosen->first) : nullptr;
    const uint32_t first = firstText ? taskNumber(firstText).value_or(0) : 0;
    const uint32_t tasks = count.value_or(tasksOf(*chosen));
    if (!index || *index < first)
        return badShard(text);
    if (tasks == 0)
        return Error {say("{} says which task this is, but not how many there are.", chosen->index),
            say("Add --shards N."), {}};
    if (*index - first >= tasks)
        return Error {say("{} is {}, but there are {} tasks.", chosen->index, *index, tasks),
            say("Where only some tasks are run again, add --shards N with the number of all."), {}};
    return IndexShard {*index - first, tasks};
}

unsigned coresOfTask(const ReadVariable& read, unsigned cores)
{
    const auto numberIn = [&read](const char* name) -> uint32_t { // 0 if there is none
        const char* const text = read(name);
        const std::string_view words = text ? text : "";
        return taskNumber(words.substr(0, words.find_first_of("(,"))).value_or(0); // of Slurm's nodes: 4(x2),3
    };
    if (const uint32_t onNode = numberIn("SLURM_CPUS_ON_NODE"))
        cores = std::min(cores, onNode);
    uint32_t tasks = 1; // where one launcher starts another, only one of them says more
    for (const char* name :
        {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "LOCAL_WORLD_SIZE", "SLURM_STEP_TASKS_PER_NODE"})
        tasks = std::max(tasks, numberIn(name));
    cores /= tasks;
    if (const uint32_t ofTask = numberIn("SLURM_CPUS_PER_TASK"))
        cores = std::min(cores, ofTask);
    return std::max(cores, 1u);
}

unsigned threadsFor(const std::vector<WalkedFile>& files, uint64_t memory, unsigned cores)
{
    // The largest at once. A byte of a file takes less than one in memory, but up to 3 of a report of Nsight Systems, and
    // up to 8 of JSON packed with gzip: twice of that, and more where text may be packed better.
    constexpr uint64_t plain = 6;
    constexpr uint64_t packed = 30;
    std::vector<uint64_t> bytes;
    bytes.reserve(files.size());
    for (const WalkedFile& file : files) {
        const bool isPacked = file.name.ends_with(".gz") || file.name.ends_with(".zst");
        const uint64_t times = isPacked ? packed : plain;
        bytes.push_back(std::min(file.size, UINT64_MAX / times) * times);
    }
    const size_t most = std::min<size_t>(cores, bytes.size());
    std::partial_sort(bytes.begin(), bytes.begin() + ptrdiff_t(most), bytes.end(), std::greater());
    size_t threads = 0;
    for (uint64_t left = memory; threads < most && bytes[threads] <= left; ++threads)
        left -= bytes[threads];
    return std::max(unsigned(threads), std::min(cores, usualThreads));
}

} // namespace bubblescope
