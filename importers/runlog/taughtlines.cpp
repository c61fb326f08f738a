// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "taughtlines.h"

#include "textencoding.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

using logtext::Cursor;
using logtext::Number;

constexpr size_t mostTaughtParts = size_t(1) << 20;
constexpr size_t shownOfLine = 200;
constexpr uint64_t sureLines = 3; // a log is that of one trainer

/// A group may hold what stands around its number as well, but only one number.
std::optional<Number> statedNumber(std::string_view text)
{
    const size_t begin = text.find_first_not_of(" \t'\"");
    Cursor cursor(text, std::min(begin, text.size()));
    auto number = cursor.number(true);
    if (!number)
        return std::nullopt;
    for (const auto& [suffix, factor] : {std::pair {"K", 1e3}, {"k", 1e3}, {"M", 1e6}, {"B", 1e9}}) {
        if (cursor.skip(suffix)) {
            number->value *= factor;
            number->isFinite = number->isFinite && std::isfinite(number->value);
            break;
        }
    }
    return cursor.rest().find_first_not_of(" \t'\"%,.") == std::string_view::npos ? number : std::nullopt;
}

std::optional<int64_t> statedStep(std::string_view text)
{
    const auto number = statedNumber(text);
    if (!number || !number->isFinite || !(number->value >= 0) || !(number->value <= double(largestStep))
        || std::floor(number->value) != number->value)
        return std::nullopt;
    return static_cast<int64_t>(number->value);
}

} // namespace

TaughtLinesReader::TaughtLinesReader(std::vector<LogPatternPtr> patterns) : m_patterns(std::move(patterns)) { }

int TaughtLinesReader::sniff(std::string_view head) const
{
    constexpr int sure = 65;
    constexpr int likely = 55; // one line may be a quotation
    std::string buffer;
    std::string_view text = logtext::withoutEscapes(head, buffer);
    std::vector<LogPattern::Stated> stated;
    int lines = 0;
    while (!text.empty() && lines < 2) {
        const size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        lines += !line.empty() && std::any_of(m_patterns.begin(), m_patterns.end(), [&](const LogPatternPtr& pattern) {
            return pattern->match(line, stated) >= 0;
        });
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines >= 2 ? sure : lines == 1 ? likely : 0;
}

bool TaughtLinesReader::take(const LogLine& line, LogSheet& sheet)
{
    if (m_patterns.empty())
        return false;
    if (m_report.file().empty())
        m_report.setFile(sheet.report.file());
    if (m_seen++ == 0)
        m_firstLine = excerpt(line.text, shownOfLine);
    int number = m_pattern ? m_pattern->match(line.text, m_stated) : -1;
    if (number < 0 && m_lines < sureLines) {
        for (const LogPatternPtr& pattern : m_patterns) {
            number = pattern.get() == m_pattern ? -1 : pattern->match(line.text, m_stated);
            if (number >= 0) {
                m_pattern = pattern.get();
                break;
            }
        }
    }
    if (number < 0)
        return false;
    ++m_lines;
    LogStep& step = stepOf(*m_pattern, number, line);
    for (const LogPattern::Stated& stated : m_stated)
        set(stated, step, line);
    if (&step != &m_left)
        sheet.lastStep = step.step;
    return true;
}

void TaughtLinesReader::setTimeByStamp(LogStep& step, const LogLine& line)
{
    const auto stamp = logtext::timeStampMs(line.text);
    if (stamp && m_stampMs)
        step.stepMs = LogSheet::stepMsBetween(*m_stampMs, *stamp, step.step - m_stampedStep);
    step.stepMsFromTimestamps = step.stepMs.has_value();
    m_stampMs = stamp;
    m_stampedStep = step.step;
}

LogStep& TaughtLinesReader::stepOf(const LogPattern& pattern, int number, const LogLine& line)
{
    const uint64_t bit = uint64_t(1) << (static_cast<unsigned>(number) % 64);
    std::optional<int64_t> stated;
    for (const LogPattern::Stated& group : m_stated) {
        if (group.field != LogField::Step)
            continue;
        stated = statedStep(group.text);
        if (!stated) {
            m_report.add(IssueKind::BadNumber, line.offset, say("\"{}\" is no number of a step", excerpt(group.text)));
            m_left = {};
            return m_left;
        }
    }
    const bool hasLast = !m_steps.isEmpty();
    const bool isMore = hasLast && (m_statedOfStep & bit) == 0;
    if (hasLast && stated ? isMore && m_steps.last().step == *stated : hasLast && (pattern.statesSteps() || isMore)) {
        m_statedOfStep |= bit;
        return m_steps.last();
    }
    LogStep step;
    step.step = stated          ? *stated
        : pattern.statesSteps() ? 0 // before the first number
        : hasLast               ? std::min(m_steps.last().step, largestStep - 1) + 1
                                : 1;
    step.offset = line.offset;
    if (pattern.statesSteps() && !stated) {
        m_left = step;
        return m_left;
    }
    m_statedOfStep = bit;
    if (!pattern.statesTimes())
        setTimeByStamp(step, line);
    if (m_steps.add(step, m_report))
        return m_steps.last();
    m_left = step;
    return m_left;
}

void TaughtLinesReader::set(const LogPattern::Stated& stated, LogStep& step, const LogLine& line)
{
    if (stated.field == LogField::Step)
        return;
    // If the file ends in a number, digits may be missing.
    if (line.isCut && stated.text.data() + stated.text.size() == line.text.data() + line.text.size())
        return;
    auto value = statedNumber(stated.text);
    if (!value) {
        m_report.add(
            IssueKind::BadNumber, line.offset, say("\"{}\" of step {} is no number", excerpt(stated.text), step.step));
        return;
    }
    const auto timeOfStep = [&] { return say("the time of step {}", step.step); };
    const auto keep = [&](std::optional<double>& figure) {
        // Trainers print -1 or -100 where they do not know yet.
        if (!figure && value->isFinite && value->value >= 0)
            figure = value->value;
    };
    switch (stated.field) {
    case LogField::Step:
        break;
    case LogField::Seconds:
    case LogField::Milliseconds:
        if (!step.stepMs)
            step.stepMs = m_sheet.time(*value, stated.field == LogField::Seconds ? 1000 : 1, line, timeOfStep);
        break;
    case LogField::StepsPerSecond:
        if (!step.stepMs && value->isFinite && value->value > 0)
            step.stepMs = m_sheet.time({1 / value->value, true}, 1000, line, timeOfStep);
        break;
    case LogField::Loss:
        if (!step.loss)
            step.loss = m_sheet.figure(*value, line, [&] { return say("the loss of step {}", step.step); });
        break;
    case LogField::Tokens:
        return keep(step.tokensPerSecond);
    case LogField::Samples:
        return keep(step.samplesPerSecond);
    case LogField::LearningRate:
        return keep(step.learningRate);
    case LogField::GradientNorm:
        return keep(step.gradientNorm);
    case LogField::Mfu:
        return keep(step.mfuPercent);
    case LogField::Teraflops:
        return keep(step.teraflops);
    case LogField::Gibibytes:
        return keep(step.memoryGiB);
    case LogField::PartSeconds:
    case LogField::PartMilliseconds:
        if (stated.field == LogField::PartSeconds)
            value->value *= 1000;
        if (&step != &m_left)
            addPart(stated, *value, line);
        break;
    }
}

void TaughtLinesReader::addPart(const LogPattern::Stated& stated, Number value, const LogLine& line)
{
    if (m_parts.size() >= mostTaughtParts) {
        if (!m_isFull)
            m_report.add(IssueKind::OversizedFile, line.offset, say("further timers are left out"));
        m_isFull = true;
        return;
    }
    const auto ms = m_sheet.time(value, 1, line, [&] { return say("timer '{}'", toUtf8(stated.part)); });
    if (ms)
        m_parts.push_back({m_steps.last().step, toUtf8(stated.part), *ms});
}

void TaughtLinesReader::dropFrom(uint64_t offset)
{
    if (!m_steps.isEmpty() && m_steps.last().offset >= offset) {
        const int64_t step = m_steps.last().step;
        while (!m_parts.empty() && m_parts.back().step == step)
            m_parts.pop_back();
    }
    m_steps.dropFrom(offset);
}

void TaughtLinesReader::finish(RunLog& log, LogSheet& sheet)
{
    if (log.kind != kind() || !log.steps.empty() || m_lines == 0)
        return;
    log.steps = m_steps.finish(LogStepTable::Repeats::KeepFirstUnlessLossDiffers, log.repeatedSteps, m_report);
    dropRepeatedTimers(m_parts, m_steps.resumedAt());
    log.timers.insert(log.timers.end(), m_parts.begin(), m_parts.end());
    sheet.report.append(std::move(m_report));
}

} // namespace bubblescope
