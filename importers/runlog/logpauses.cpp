// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logpauses.h"

#include "characters.h"
#include "namewords.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestSaid = 400; // longer lines are no messages of this kind

/// The last "60.02 seconds", "1.5s" or "320 ms" of a line, in ms.
std::optional<double> durationIn(std::string_view text)
{
    static constexpr std::pair<std::string_view, double> units[]
        = {{"seconds"sv, 1000}, {"second"sv, 1000}, {"secs"sv, 1000}, {"sec"sv, 1000}, {"s"sv, 1000}, {"ms"sv, 1}};
    for (size_t end = text.size(); end > 0;) {
        size_t begin = end;
        while (begin > 0 && isLetter(text[begin - 1]))
            --begin;
        const std::string_view word = text.substr(begin, end - begin);
        const auto unit
            = std::find_if(std::begin(units), std::end(units), [word](const auto& u) { return u.first == word; });
        size_t number = begin - (begin > 0 && text[begin - 1] == ' ' ? 1 : 0);
        const size_t numberEnd = number;
        while (number > 0 && (isDigit(text[number - 1]) || text[number - 1] == '.'))
            --number;
        if (unit != std::end(units) && number < numberEnd && (number == 0 || !isLetter(text[number - 1]))) {
            logtext::Cursor cursor(text.substr(0, numberEnd), number);
            const auto value = cursor.number();
            const double ms = value && value->isFinite ? value->value * unit->second : -1;
            if (LogSheet::isTime(ms))
                return ms;
        }
        end = begin > 0 ? begin - 1 : 0;
    }
    return std::nullopt;
}

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return holds(text, word); });
}

} // namespace

void LogPauses::read(const LogLine& line, std::optional<int64_t> lastStep)
{
    if (!lastStep || line.text.size() > longestSaid)
        return;
    const bool mayExplain = logtext::contains(line.text, "heckpoint") || logtext::contains(line.text, "alidat")
        || logtext::contains(line.text, "valuat") || logtext::contains(line.text, "eval_runtime")
        || logtext::contains(line.text, "GC") || logtext::contains(line.text, "arbage");
    if (!mayExplain)
        return;
    const std::string text = lowered(line.text);
    const std::optional<double> ms = durationIn(text);
    if (holds(text, "checkpoint"sv))
        readCheckpoint(text, ms, *lastStep);
    else if (const auto runtime = logtext::numberAfter(text, "eval_runtime':");
             runtime && LogSheet::isTime(runtime->value * 1000))
        add(*lastStep, "evaluation", runtime->value * 1000);
    else if (ms && holdsAny(text, {"validation"sv, "validating"sv, "evaluation"sv, "evaluating"sv, "evaluated"sv}))
        add(*lastStep, "evaluation", *ms);
    else if (ms && holdsAny(text, {"[gc]"sv, "garbage collect"sv, "gc collect"sv}))
        add(*lastStep, "garbage-collection", *ms);
}

void LogPauses::readCheckpoint(std::string_view text, std::optional<double> ms, int64_t lastStep)
{
    if (!holdsAny(text, {"saving"sv, "saved"sv, "save"sv}) || holdsAny(text, {"will save"sv, "loaded"sv, "loading"sv}))
        return;
    const std::optional<int64_t> stamp = logtext::timeStampMs(text);
    const bool isOver = holdsAny(text, {"saved"sv, "finished"sv, "done"sv, "took"sv});
    if (!ms && isOver && stamp && m_savesSinceMs && *stamp > *m_savesSinceMs)
        ms = double(*stamp - *m_savesSinceMs);
    if (ms && LogSheet::isTime(*ms))
        add(lastStep, "save-checkpoint", *ms);
    m_savesSinceMs = isOver || ms ? std::nullopt : stamp;
}

void LogPauses::add(int64_t afterStep, const char* name, double ms)
{
    if (ms > 0 && m_pauses.size() < mostPauses)
        m_pauses.push_back({afterStep, name, ms});
}

void LogPauses::finish(RunLog& log) const
{
    std::map<std::pair<int64_t, std::string_view>, double> longest; // by step and name
    for (const Pause& pause : m_pauses) {
        const auto next = std::upper_bound(log.steps.begin(), log.steps.end(), pause.afterStep,
            [](int64_t number, const LogStep& step) { return number < step.step; });
        if (next == log.steps.end())
            continue;
        double& ms = longest[{next->step, pause.name}];
        ms = std::max(ms, pause.ms);
    }
    for (const auto& [key, ms] : longest)
        log.timers.push_back({key.first, std::string(key.second), ms});
}

} // namespace bubblescope
