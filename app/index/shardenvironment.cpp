// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shardenvironment.h"

#include <array>
#include <charconv>

namespace bubblescope {

namespace {
struct LauncherVariables {
    const char* index;
    const char* count; ///< null where the launcher does not tell
    const char* first; ///< null where the first task is 0
};
constexpr std::array<LauncherVariables, 6> launchers {{
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
    {"SLURM_PROCID", "SLURM_NTASKS", nullptr},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr},
    {"PMI_RANK", "PMI_SIZE", nullptr},
    {"JOB_COMPLETION_INDEX", nullptr, nullptr},
    {"RANK", "WORLD_SIZE", nullptr},
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
    for (const LauncherVariables& launcher : launchers) {
        const char* const text = read(launcher.index);
        if (!text)
            continue;
        const std::optional<uint32_t> index = taskNumber(text);
        const char* const firstText = launcher.first ? read(launcher.first) : nullptr;
        const uint32_t first = firstText ? taskNumber(firstText).value_or(0) : 0;
        const char* const countText = launcher.count ? read(launcher.count) : nullptr;
        const uint32_t told = countText ? taskNumber(countText).value_or(0) : 0;
        const uint32_t tasks = count.value_or(told);
        if (!index || *index < first)
            return badShard(text);
        if (tasks == 0)
            return Error {say("{} says which task this is, but not how many there are.", launcher.index),
                say("Add --shards N."), {}};
        if (*index - first >= tasks)
            return Error {say("{} is {}, but there are {} tasks.", launcher.index, *index, tasks),
                say("Where only some tasks are run again, add --shards N with the number of all."), {}};
        return IndexShard {*index - first, tasks};
    }
    return Error {say("No launcher says which task this is."), say("Give it: --shard I/N."), {}};
}

} // namespace bubblescope
