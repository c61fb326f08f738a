// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranklogs.h"

#include "message.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

struct RankLogPlace {
    std::string run; ///< folder of the attempts, and name of the files
    int attempt = 0;
    int rank = 0;
};

std::optional<int> rankNumberOf(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                   : std::nullopt;
}

/// "job/attempt_0/3/stdout.log"
std::optional<RankLogPlace> rankLogPlace(const std::string& file)
{
    const fs::path path(file);
    const std::string name = path.filename().string();
    if (!name.starts_with("stdout.log") && !name.starts_with("stderr.log"))
        return std::nullopt;
    const fs::path rankFolder = path.parent_path();
    const fs::path attemptFolder = rankFolder.parent_path();
    const auto rank = rankNumberOf(rankFolder.filename().string());
    constexpr std::string_view attemptName = "attempt_";
    const std::string attempt = attemptFolder.filename().string();
    const auto number
        = attempt.starts_with(attemptName) ? rankNumberOf(attempt.substr(attemptName.size())) : std::nullopt;
    if (!rank || !number)
        return std::nullopt;
    return RankLogPlace {(attemptFolder.parent_path() / name).string(), *number, *rank};
}

size_t lossCount(const RunLog& log)
{
    return static_cast<size_t>(
        std::count_if(log.steps.begin(), log.steps.end(), [](const LogStep& step) { return step.loss.has_value(); }));
}

void takeGreater(std::optional<double>& value, const std::optional<double>& other)
{
    if (other && (!value || *other > *value))
        value = other;
}

template <typename T> void takeUnknown(std::optional<T>& value, const std::optional<T>& other)
{
    if (!value)
        value = other;
}

/// Steps of an attempt: of the rank that prints losses, with what others add.
void addRank(std::map<int64_t, LogStep>& steps, const RunLog& log)
{
    for (const LogStep& step : log.steps) {
        const auto [found, isNew] = steps.try_emplace(step.step, step);
        if (isNew)
            continue;
        LogStep& kept = found->second;
        if (step.stepMs && (!kept.stepMs || *step.stepMs > *kept.stepMs))
            kept.stepMsFromTimestamps = step.stepMsFromTimestamps;
        takeGreater(kept.stepMs, step.stepMs);
        takeGreater(kept.memoryGiB, step.memoryGiB);
        takeUnknown(kept.loss, step.loss);
        takeUnknown(kept.learningRate, step.learningRate);
        takeUnknown(kept.gradientNorm, step.gradientNorm);
        takeUnknown(kept.tokensPerSecond, step.tokensPerSecond);
        takeUnknown(kept.samplesPerSecond, step.samplesPerSecond);
        takeUnknown(kept.teraflops, step.teraflops);
        takeUnknown(kept.mfuPercent, step.mfuPercent);
    }
}

using Attempts = std::map<int, std::vector<std::pair<int, RunLog*>>>; // ranks and logs, by attempt

RunLog joinedAttempts(const std::string& run, Attempts& attempts)
{
    std::map<int64_t, LogStep> steps;
    std::vector<LogTimer> timers;
    RunLog* last = nullptr;
    for (auto& [attempt, ranks] : attempts) {
        std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        const auto first = std::max_element(ranks.begin(), ranks.end(),
            [](const auto& a, const auto& b) { return lossCount(*a.second) < lossCount(*b.second); });
        std::map<int64_t, LogStep> own;
        addRank(own, *first->second);
        for (const auto& [rank, log] : ranks) {
            if (log != first->second)
                addRank(own, *log);
        }
        if (own.empty() && last)
            continue;
        if (!own.empty()) {
            const int64_t resumed = own.begin()->first;
            std::erase_if(timers, [resumed](const LogTimer& timer) { return timer.step >= resumed; });
        }
        for (auto& [number, step] : own)
            steps.insert_or_assign(number, std::move(step));
        last = first->second;
        timers.insert(timers.end(), last->timers.begin(), last->timers.end());
    }
    // The run ends as its last attempt does, also where that printed no step; else as the one that printed the last.
    Message crash;
    const auto& ending = attempts.rbegin()->second;
    for (const auto& [rank, log] : ending) {
        if (!log->crash.empty() && (crash.empty() || log == last))
            crash = log->crash;
    }
    RunLog whole = std::move(*last);
    if (!crash.empty())
        whole.crash = std::move(crash);
    whole.steps.clear();
    for (auto& [number, step] : steps)
        whole.steps.push_back(std::move(step));
    whole.timers = std::move(timers);
    const std::string folder = fs::path(run).parent_path().filename().string();
    if (!folder.empty())
        whole.name = folder;
    return whole;
}

} // namespace

void joinRankLogs(std::vector<RunLog>& logs)
{
    std::map<std::pair<std::string, RunLog::Kind>, Attempts> runs;
    for (RunLog& log : logs) {
        if (const auto place = rankLogPlace(log.file); place && log.blocks.empty() && log.rankSteps.empty())
            runs[{place->run, log.kind}][place->attempt].emplace_back(place->rank, &log);
    }
    std::vector<const RunLog*> gone;
    for (auto& [key, attempts] : runs) {
        size_t count = 0;
        for (const auto& [attempt, ranks] : attempts)
            count += ranks.size();
        if (count < 2)
            continue;
        RunLog whole = joinedAttempts(key.first, attempts);
        RunLog* const first = attempts.begin()->second.front().second;
        for (const auto& [attempt, ranks] : attempts) {
            for (const auto& [rank, log] : ranks) {
                if (log != first)
                    gone.push_back(log);
            }
        }
        *first = std::move(whole);
    }
    if (gone.empty())
        return;
    std::sort(gone.begin(), gone.end());
    std::vector<RunLog> kept;
    for (RunLog& log : logs) {
        if (!std::binary_search(gone.begin(), gone.end(), &log))
            kept.push_back(std::move(log));
    }
    logs = std::move(kept);
}

} // namespace bubblescope
