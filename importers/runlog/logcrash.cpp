// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logcrash.h"

#include "characters.h"
#include "namewords.h"
#include "numbertext.h"
#include "rankstext.h"
#include "textencoding.h"
#include "visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr size_t mostCrashes = 100;
constexpr size_t mostCrashedRanks = 20'000;
constexpr size_t longestErrorName = 80;
constexpr size_t shownOfError = 160;

/// `[rank3]: `, `[default3]:`, `[Rank 3]`, `[PG ID 0 PG GUID 0(default_pg) Rank 3]`; `GPU 3` where out of memory
std::optional<int> rankNamedIn(std::string_view text)
{
    for (const std::string_view word : {"[rank", "[default", " Rank ", "[Rank ", "GPU "}) {
        const size_t at = logtext::find(text, word);
        if (at == std::string_view::npos)
            continue;
        const auto rank = logtext::Cursor(text, at + word.size()).integer();
        if (rank && *rank >= 0 && *rank <= largestCount)
            return static_cast<int>(*rank);
    }
    return std::nullopt;
}

/// `torch.OutOfMemoryError: CUDA out of memory. …`, `RuntimeError`: what Python prints below a traceback.
bool isException(std::string_view line)
{
    const size_t end = std::min(line.find(':'), line.size());
    const std::string_view name = line.substr(0, end);
    if (name.empty() || name.size() > longestErrorName || !isLetter(name.front()))
        return false;
    const bool isName = std::all_of(
        name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.'; });
    return isName && (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt"));
}

std::string detailAfter(std::string_view text, std::string_view key)
{
    const size_t at = logtext::find(text, key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(at + key.size());
    return std::string(rest.substr(0, std::min(rest.find_first_of(", )"), size_t(40))));
}

/// Where the job wrote it is a place of its host; copies are looked for beside the log only.
Message withDump(const Message& crash, const std::string& dump, const std::string& log)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(log).parent_path();
    const fs::path name = fs::path(dump).filename();
    std::error_code error;
    if (log.empty() || name.empty() || !fs::is_regular_file(folder / name, error))
        return say("{}; of dumps such as {}, bubblescope hang tells who hangs", crash, dump);
    return say("{}; its dumps lie beside the log: {} tells who hangs", crash,
        fmt::format("bubblescope hang {}", shellWord(folder.empty() ? std::string(".") : folder.string())));
}

} // namespace

std::optional<LogCrashes::Crash> LogCrashes::crashIn(const LogLine& line)
{
    const std::string_view text = line.text;
    Crash crash;
    crash.offset = line.offset;
    if (logtext::contains(text, "Watchdog caught collective operation timeout")) {
        crash.kind = Kind::TimedOut;
        crash.operation = toUtf8(detailAfter(text, "OpType="));
        const auto sequence = logtext::numberAfter(text, "SeqNum=");
        if (sequence && sequence->isFinite && sequence->value >= 0 && sequence->value < double(largestStep))
            crash.sequence = static_cast<int64_t>(sequence->value);
        if (const auto rank = rankNamedIn(text))
            crash.ranks.insert(*rank);
        return crash;
    }
    // Somebody who ends a job makes no error of it.
    const bool isEnded = logtext::contains(text, "slurmstepd: error: ") && !logtext::contains(text, "CANCELLED");
    const bool isSignal = isEnded || logtext::contains(text, "Segmentation fault")
        || logtext::contains(text, "received by PID ") || logtext::contains(text, "srun: error: ");
    if (!isSignal && !logtext::contains(text, "Error") && !logtext::contains(text, "Exception")
        && !logtext::contains(text, "Interrupt"))
        return std::nullopt;
    const std::string_view said = behindLauncherLabel(text);
    const bool isMemory = logtext::contains(said, "OutOfMemoryError") || logtext::contains(said, "out of memory")
        || logtext::contains(said, "RESOURCE_EXHAUSTED");
    if (!isSignal && !isException(said))
        return std::nullopt;
    crash.kind = isSignal ? Kind::Signal : isMemory ? Kind::OutOfMemory : Kind::Exception;
    crash.text = excerpt(said, shownOfError);
    if (const auto rank = isSignal ? std::nullopt : rankNamedIn(text))
        crash.ranks.insert(*rank);
    return crash;
}

void LogCrashes::settle(std::optional<int64_t> lastStep)
{
    if (!m_crash || lastStep == m_crash->afterStep)
        return;
    const bool wentOn = lastStep && m_crash->afterStep && *lastStep > *m_crash->afterStep;
    if (!wentOn && m_crash->afterStep && m_crashes.size() < mostCrashes)
        m_crashes.push_back(std::move(*m_crash));
    m_crash.reset();
}

void LogCrashes::read(const LogLine& line, std::optional<int64_t> lastStep)
{
    settle(lastStep);
    // torch/csrc/distributed/c10d/NCCLUtils.cpp and FlightRecorder.cpp, DebugInfoWriter::write()
    constexpr std::string_view dumpMark = "Finished writing NCCLPG debug info to ";
    if (m_dump.empty() && logtext::contains(line.text, dumpMark)) {
        const std::string_view path = line.text.substr(logtext::find(line.text, dumpMark) + dumpMark.size());
        m_dump = excerpt(path.substr(0, path.find(' ')), shownOfError);
    }
    auto crash = crashIn(line);
    if (!crash)
        return;
    if (!m_crash) {
        crash->afterStep = lastStep;
        m_crash = std::move(crash);
        return;
    }
    // The others tell of it: which ranks waited, what became of the processes.
    const bool isSame = m_crash->kind == crash->kind && m_crash->operation == crash->operation
        && m_crash->sequence == crash->sequence;
    if (isSame && m_crash->ranks.size() < mostCrashedRanks)
        m_crash->ranks.merge(crash->ranks);
}

Message LogCrashes::described(const Crash& crash)
{
    const std::string ranks = ranksText({crash.ranks.begin(), crash.ranks.end()});
    const bool isOne = crash.ranks.size() == 1;
    switch (crash.kind) {
    case Kind::TimedOut: {
        const Message what = crash.sequence >= 0
            ? say("{}, number {} of its group, timed out", crash.operation, crash.sequence)
            : say("{} timed out", crash.operation.empty() ? Message(say("a collective")) : Message(crash.operation));
        return ranks.empty() ? what : isOne ? say("{} on rank {}", what, ranks) : say("{} on ranks {}", what, ranks);
    }
    case Kind::OutOfMemory: {
        const Message what = say("out of memory: {}", crash.text);
        return ranks.empty() ? what : isOne ? say("rank {}: {}", ranks, what) : say("ranks {}: {}", ranks, what);
    }
    case Kind::Exception:
    case Kind::Signal:
        break;
    }
    return ranks.empty() ? Message(crash.text)
        : isOne          ? say("rank {}: {}", ranks, crash.text)
                         : say("ranks {}: {}", ranks, crash.text);
}

Message LogCrashes::finish(ImportReport& report, std::optional<int64_t> lastStep, const std::string& path)
{
    settle(lastStep);
    const bool isEnd = m_crash.has_value();
    if (isEnd)
        m_crashes.push_back(std::move(*m_crash));
    m_crash.reset();
    Message last;
    for (const Crash& crash : m_crashes) {
        const Message what = described(crash);
        last = crash.afterStep ? say("after step {}: {}", *crash.afterStep, what)
                               : say("before the first step: {}", what);
        if (isEnd && &crash == &m_crashes.back() && !m_dump.empty())
            last = withDump(last, m_dump, path);
        report.add(IssueKind::RunCrashed, crash.offset, last);
    }
    return isEnd ? last : Message();
}

} // namespace bubblescope
