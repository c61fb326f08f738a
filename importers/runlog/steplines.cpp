// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steplines.h"

#include "characters.h"
#include "namewords.h"
#include "numbertext.h"
#include "stepformats.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {
namespace {

using logtext::Cursor;
using logtext::Number;

constexpr size_t mostStepTimers = size_t(1) << 20;
constexpr size_t longestPartName = 128;
constexpr size_t longestCommonLine = 4096; // longer lines are no sentences about a step
constexpr size_t longestTornLine = size_t(64) << 10;
constexpr int64_t mostEpochs = 1'000'000;
constexpr int surePattern = 65;
constexpr int likelyPattern = 55; // one line may be a quotation
constexpr int likelyWording = 40;

bool isPartOfName(char c) { return isDigit(c) || isLetter(c) || c == '_' || c == '-' || c == '.' || c == '/'; }

/// True if a text that was found at `at` is the end of a longer name.
bool isInsideName(std::string_view text, size_t at, std::string_view found)
{
    return at > 0 && !found.empty() && isPartOfName(found.front()) && isPartOfName(text[at - 1]);
}

void skipAny(Cursor& cursor, std::string_view characters)
{
    while (!cursor.atEnd() && characters.find(cursor.rest().front()) != std::string_view::npos)
        cursor.skip(cursor.rest().substr(0, 1));
}

/// True if `unit` is what stands at the cursor, whole. Without a unit to expect there may be none: "time: 5" is known
/// to be in seconds, "time: 5ms" is not.
bool hasUnit(Cursor cursor, std::string_view unit)
{
    if (!unit.empty()) {
        cursor.skipSpaces();
        if (!cursor.skip(unit))
            return false;
        return cursor.atEnd() || !isLetter(unit.back()) || !isLetter(cursor.rest().front());
    }
    return cursor.atEnd() || (!isLetter(cursor.rest().front()) && cursor.rest().front() != '%');
}

/// True where a number follows, as in "steps/sec: 2.5": what stands before it is no unit then.
bool isNameOfNumber(Cursor behind)
{
    behind.skipSpaces();
    if (!behind.skip(":") && !behind.skip("="))
        return false;
    behind.skipSpaces();
    return behind.number().has_value();
}

/// The number that ends at `end`, spaces left out.
std::optional<Number> numberUpTo(std::string_view text, size_t end)
{
    while (end > 0 && text[end - 1] == ' ')
        --end;
    size_t begin = end;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '.' || text[begin - 1] == ','))
        --begin;
    while (begin < end && !isDigit(text[begin])) // punctuation before it
        ++begin;
    if (begin == end || (begin > 0 && isLetter(text[begin - 1])))
        return std::nullopt;
    Cursor cursor(text.substr(0, end), begin);
    const auto number = cursor.number(true);
    return cursor.atEnd() ? number : std::nullopt;
}

/// The number of a figure in a line. If the file ends in it, digits may be missing.
std::optional<Number> printedNumber(std::string_view text, const PrintedFigure& figure, bool isCut)
{
    const bool hasGroups = figure.figure == &LogStep::tokensPerSecond || figure.figure == &LogStep::perplexity;
    const std::string_view key = figure.before.empty() ? figure.behind : figure.before;
    for (size_t at = logtext::find(text, key); at != std::string_view::npos; at = logtext::find(text, key, at + 1)) {
        if (figure.before.empty()) {
            const bool isUnit = hasUnit(Cursor(text, at), key) && !isNameOfNumber(Cursor(text, at + key.size()));
            const auto number = isUnit ? numberUpTo(text, at) : std::nullopt;
            if (number)
                return number;
            continue;
        }
        if (isInsideName(text, at, key))
            continue;
        Cursor cursor(text, at + key.size());
        cursor.skipSpaces();
        cursor.skip("'"); // newer programs quote numbers
        cursor.skip("np.float64(");
        const auto number = cursor.number(hasGroups);
        if (number && hasUnit(cursor, figure.behind) && !(isCut && cursor.atEnd()))
            return number;
    }
    return std::nullopt;
}

/// The number of a step, from `from` on: as it is, or from its epoch and its place in it.
std::optional<int64_t> printedStepAt(const StepFormat& format, std::string_view text, size_t from)
{
    using enum StepFormat::Numbering;
    Cursor cursor(text, from);
    const bool isInEpoch = format.numbering == InEpochFrom0 || format.numbering == InEpochFrom1;
    int64_t epochs = 0; // before this one
    if (isInEpoch) {
        skipAny(cursor, " \t[:");
        const auto epoch = cursor.integer();
        const int64_t first = format.numbering == InEpochFrom1 ? 1 : 0;
        if (!epoch || *epoch < first || *epoch > mostEpochs)
            return std::nullopt;
        if (cursor.skip("/")) {
            cursor.skipSpaces();
            if (!cursor.integer())
                return std::nullopt;
        }
        epochs = *epoch - first;
        skipAny(cursor, " \t],");
        if (!cursor.skip(format.withinEpoch))
            return std::nullopt;
    }
    cursor.skipSpaces();
    if (format.numbering == Abbreviated) {
        const auto number = cursor.number();
        const double factor = cursor.skip("k") ? 1e3 : cursor.skip("M") ? 1e6 : 1;
        if (!number || !number->isFinite || !cursor.skip("it/") || !(number->value >= 0)
            || !(number->value * factor < double(largestStep)))
            return std::nullopt;
        return std::llround(number->value * factor);
    }
    const auto step = cursor.integer();
    if (!step || *step < 0 || *step > largestStep)
        return std::nullopt;
    int64_t total = 0;
    Cursor behind = cursor;
    behind.skipSpaces();
    if (behind.skip("/")) {
        behind.skipSpaces();
        total = behind.integer().value_or(0);
        if (total <= 0)
            return std::nullopt;
        cursor = behind;
    }
    if (!cursor.atEnd() && format.behindStep.find(cursor.rest().front()) == std::string_view::npos)
        return std::nullopt;
    if (!isInEpoch)
        return step;
    if (total <= 0 || epochs > (largestStep - *step) / total)
        return std::nullopt;
    return epochs * total + *step;
}

std::optional<int64_t> findPrintedStep(const StepFormat& format, std::string_view text)
{
    for (size_t at = logtext::find(text, format.step); at != std::string_view::npos;
         at = logtext::find(text, format.step, at + 1)) {
        if (isInsideName(text, at, format.step))
            continue;
        if (const auto found = printedStepAt(format, text, at + format.step.size()))
            return found;
    }
    return std::nullopt;
}

/// "step 10", "global_step=10", "Iteration: [10/500]"; not "s/step: 10", "per step 10" or "step 1.5".
std::optional<int64_t> commonStep(std::string_view lower)
{
    for (const std::string_view word :
        std::array<std::string_view, 6> {"global step", "global_step", "step", "iteration", "iter", "batch"}) {
        for (size_t at = logtext::find(lower, word); at != std::string_view::npos;
             at = logtext::find(lower, word, at + word.size())) {
            if (isInsideName(lower, at, word) || lower.substr(0, at).ends_with("per "))
                continue;
            Cursor cursor(lower, at + word.size());
            skipAny(cursor, " :=[#(");
            const auto step = cursor.position() > at + word.size() ? cursor.integer() : std::nullopt;
            const char next = cursor.atEnd() ? ' ' : cursor.rest().front();
            const bool isFraction = next == '.' && cursor.rest().size() > 1 && isDigit(cursor.rest()[1]);
            if (step && *step >= 0 && *step <= largestStep && !isLetter(next) && next != '%' && !isFraction)
                return step;
        }
    }
    return std::nullopt;
}

/// What one of a unit of time is in ms; nullopt for anything else.
std::optional<double> skipTimeUnit(Cursor& cursor)
{
    for (const auto& [unit, ms] :
        {std::pair<std::string_view, double> {"milliseconds", 1}, {"seconds", 1000}, {"microseconds", 1e-3},
            {"minutes", 60'000}, {"msec", 1}, {"secs", 1000}, {"sec", 1000}, {"ms", 1}, {"us", 1e-3}, {"s", 1000}}) {
        Cursor behind = cursor;
        if (behind.skip(unit)
            && (behind.atEnd() || !isPartOfName(behind.rest().front()) || behind.rest().front() == '.')) {
            cursor = behind;
            return ms;
        }
    }
    return std::nullopt;
}

/// A time behind one of the phrases, in ms. Nothing where no unit says what the number means.
std::optional<Number> phrasedTime(std::string_view lower, bool isCut)
{
    for (const std::string_view phrase : timePhrases()) {
        for (size_t at = logtext::find(lower, phrase); at != std::string_view::npos;
             at = logtext::find(lower, phrase, at + phrase.size())) {
            if (isInsideName(lower, at, phrase))
                continue;
            Cursor cursor(lower, at + phrase.size());
            cursor.skipSpaces();
            const bool isBracketed = cursor.skip("(") || cursor.skip("[") || cursor.skip("_") || cursor.skip("in ");
            const auto stated = isBracketed ? skipTimeUnit(cursor) : std::nullopt;
            if (isBracketed && !stated)
                continue;
            skipAny(cursor, " :=)]");
            const auto number = cursor.number();
            if (!number || (isCut && cursor.atEnd()))
                continue;
            cursor.skipSpaces();
            const auto unit = skipTimeUnit(cursor);
            if (const auto ms = unit ? unit : stated)
                return Number {number->value * *ms, number->isFinite};
        }
    }
    return std::nullopt;
}

/// Length of "(TaskRunner pid=31201) " or "(WorkerDict pid=7, ip=10.0.0.1) ", which ray writes before what its
/// processes print; 0 without it.
size_t rayPrefix(std::string_view text)
{
    constexpr size_t longestPrefix = 160;
    if (!text.starts_with('('))
        return 0;
    const std::string_view start = text.substr(0, longestPrefix);
    const size_t end = start.find(')');
    if (end == std::string_view::npos || !holds(start.substr(0, end), " pid="))
        return 0;
    return end + 1 + (text.substr(end + 1).starts_with(' ') ? 1 : 0);
}

/// What is left of a field, and fields: "date_actor:14.1 - timing_s/step:57.0".
bool continuesFields(std::string_view text)
{
    if (text.starts_with("- "))
        text.remove_prefix(2);
    const std::string_view first = trimmed(text.substr(0, text.find(" - ")));
    if (first.find(' ') != std::string_view::npos || text.starts_with("step:"))
        return false;
    for (size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        Cursor cursor(text, colon + 1);
        if (cursor.number())
            return true;
    }
    return parseNumber(first).has_value();
}

class StepLinesReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::Trainer; }

    int sniff(std::string_view head) const override
    {
        std::string buffer;
        std::string_view text = logtext::withoutEscapes(head, buffer);
        StepLinesReader probe;
        ImportReport ignored;
        LogSheet sheet(ignored);
        while (!text.empty() && probe.m_lines < 2 && probe.m_commonLines < 2) {
            const size_t end = std::min(text.find_first_of("\r\n"), text.size());
            if (end > 0)
                probe.read({text.substr(0, end), 0, end == text.size()}, sheet);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (probe.m_lines > 0)
            return probe.m_lines >= 2 ? surePattern : likelyPattern;
        return probe.m_commonLines >= 2 ? likelyWording : 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        if (m_report.file().empty())
            m_report.setFile(sheet.report.file());
        const LogLine whole = withTornParts(line);
        if (m_format && readAs(*m_format, whole))
            return shareLastStep(sheet);
        // A log is that of one trainer: once its lines are sure, others are not looked for.
        constexpr uint64_t enough = 3;
        if (m_format && m_lines >= enough)
            return;
        for (const StepFormat& format : stepFormats()) {
            const StepFormat* const block = m_block;
            if (&format == m_format || !readAs(format, whole)) {
                if (m_block != block && m_block == &format) // its first line, whose figures follow
                    break;
                continue;
            }
            m_format = &format;
            return shareLastStep(sheet);
        }
        // Where another reader knows the steps, nobody needs to guess.
        m_isOfOthers |= sheet.lastStep != m_shared;
        if (!m_format && !m_isOfOthers && readCommon(line))
            shareLastStep(sheet);
    }

    /// A common wording counts least: any other step lines hold more, and one sentence is no log.
    uint64_t evidence() const override { return m_format ? m_lines : m_commonLines >= 2 ? 1 : 0; }
    bool hasMarks() const override { return false; }

    void dropFrom(uint64_t offset) override
    {
        if (m_blockStep.offset >= offset)
            m_hasBlock = false;
        endBlock();
        if (!m_steps.isEmpty() && m_steps.last().offset >= offset) {
            const int64_t step = m_steps.last().step;
            while (!m_timers.empty() && m_timers.back().step == step)
                m_timers.pop_back();
        }
        m_steps.dropFrom(offset);
        m_commonSteps.dropFrom(offset);
    }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        endBlock();
        if (log.kind != kind() || !log.steps.empty() || evidence() == 0)
            return;
        // Replicas may print losses of their own; only a run that starts again goes back.
        log.steps = (m_format ? m_steps : m_commonSteps)
                        .finish(m_wentBack ? LogStepTable::Repeats::KeepFirstUnlessLossDiffers
                                           : LogStepTable::Repeats::KeepFirst,
                            log.repeatedSteps, m_report);
        dropRepeatedTimers(m_timers, m_format ? m_steps.resumedAt() : m_commonSteps.resumedAt());
        log.timers.insert(log.timers.end(), m_timers.begin(), m_timers.end());
        sheet.report.append(std::move(m_report));
    }

private:
    /// A line that ray tore: whatever the same process prints next may be its rest.
    LogLine withTornParts(const LogLine& line)
    {
        m_isRest = false;
        const size_t length = rayPrefix(line.text);
        if (length == 0)
            return line;
        const std::string_view prefix = line.text.substr(0, length);
        const std::string_view body = line.text.substr(length);
        if (body.starts_with("step:") && body.size() <= longestTornLine) {
            m_tornPrefix = prefix;
            m_torn.clear();
            m_tornOffset = line.offset;
            m_rests = 0;
            // Another write of the same process may have begun within the line.
            for (size_t at = 0; at < body.size();) {
                const size_t end = std::min(logtext::find(body, prefix, at), body.size());
                m_torn += body.substr(at, end - at);
                at = end + prefix.size();
            }
            return {m_torn, line.offset, line.isCut};
        }
        if (m_torn.empty() || prefix != m_tornPrefix)
            return line;
        constexpr int mostRests = 8;
        if (m_torn.size() + body.size() > longestTornLine || ++m_rests > mostRests || !continuesFields(body)) {
            m_torn.clear();
            return line;
        }
        if (m_torn.ends_with(" -") && !body.starts_with(' '))
            m_torn += ' ';
        m_torn += body;
        m_isRest = true;
        return {m_torn, m_tornOffset, line.isCut};
    }

    bool readAs(const StepFormat& format, const LogLine& line)
    {
        const auto found
            = logtext::contains(line.text, format.mark) ? findPrintedStep(format, line.text) : std::nullopt;
        if (!found)
            return m_block == &format && readBlockLine(line);
        if (format.form == StepFormat::Form::Block) {
            endBlock();
            m_block = &format;
            m_blockStep = {};
            m_blockStep.step = *found;
            m_blockStep.offset = line.offset;
            m_blockLines = 0;
            m_timersBefore = m_timers.size();
            return m_format == &format; // a step when a figure follows
        }
        LogStep step;
        step.step = *found;
        step.offset = line.offset;
        bool hasFigure = false;
        for (const PrintedFigure& figure : format.figures)
            hasFigure |= take(figure, line.text, step, line);
        if (!hasFigure)
            return false;
        if (format.numbering == StepFormat::Numbering::Restarting)
            step.step = continued(line.text, step.step);
        if (format.form == StepFormat::Form::Microsteps && !endsStep(line.text, step))
            return true;
        // "1.23kit" stands for ten steps: the first of these lines is kept.
        if (format.numbering == StepFormat::Numbering::Abbreviated && !m_steps.isEmpty()
            && m_steps.last().step == step.step)
            return true;
        if (format.isTimedByStamps)
            setTimeByStamp(step, line.text);
        addStep(step, line);
        takeTimers(format, step.step, line);
        return true;
    }

    bool readBlockLine(const LogLine& line)
    {
        constexpr int longestBlock = 400;
        if (++m_blockLines > longestBlock)
            return false;
        bool hasFigure = false;
        for (const PrintedFigure& figure : m_block->figures)
            hasFigure |= take(figure, line.text, m_blockStep, line);
        takeTimers(*m_block, m_blockStep.step, line);
        if (hasFigure && !m_hasBlock) {
            m_hasBlock = true;
            ++m_lines;
        }
        return hasFigure;
    }

    void endBlock()
    {
        if (m_hasBlock)
            keep(m_blockStep, m_steps);
        else if (m_block && m_timers.size() > m_timersBefore)
            m_timers.resize(m_timersBefore); // of no step
        m_hasBlock = false;
        m_block = nullptr;
    }

    bool readCommon(const LogLine& line)
    {
        const std::string_view text = line.text;
        const bool mayStateStep = text.size() <= longestCommonLine && !logtext::contains(text, "%|")
            && !logtext::contains(text, "\xE2\x94\x81")
            && (logtext::contains(text, "tep") || logtext::contains(text, "ter") || logtext::contains(text, "atch"));
        if (!mayStateStep)
            return false;
        const std::string lower = lowered(text);
        const auto number = commonStep(lower);
        if (!number)
            return false;
        LogStep step;
        step.step = *number;
        step.offset = line.offset;
        if (const auto ms = phrasedTime(lower, line.isCut))
            step.stepMs = m_sheet.time(*ms, 1, line, [&] { return say("the time of step {}", *number); });
        for (const PrintedFigure& figure : commonFigures())
            take(figure, lower, step, line);
        if (!step.stepMs)
            return false;
        ++m_commonLines;
        keep(step, m_commonSteps);
        return true;
    }

    /// True if the figure is in the text. Parts of a step are left to takeTimers().
    bool take(const PrintedFigure& figure, std::string_view text, LogStep& step, const LogLine& line)
    {
        if (!figure.figure || step.*figure.figure)
            return false;
        auto number = printedNumber(text, figure, line.isCut);
        if (!number)
            return false;
        if (figure.figure == &LogStep::loss) {
            step.loss = m_sheet.figure(*number, line, [&] { return say("the loss of step {}", step.step); });
            return true;
        }
        if (figure.figure != &LogStep::stepMs) {
            // Trainers print -1 or -100 where they do not know yet.
            if (number->isFinite && number->value >= 0)
                step.*figure.figure = number->value * figure.factor;
            return number->isFinite;
        }
        if (figure.isRate) {
            if (!number->isFinite || number->value <= 0)
                return false;
            number->value = 1 / number->value;
        }
        if (!figure.perSecond.empty()) {
            const auto rate = logtext::numberAfter(text, figure.perSecond);
            const double steps = rate && rate->isFinite ? std::round(rate->value * number->value) : 0;
            if (!(steps >= 1))
                return false;
            number->value /= steps;
        }
        step.stepMs = m_sheet.time(*number, figure.factor, line, [&] { return say("the time of step {}", step.step); });
        return true;
    }

    void takeTimers(const StepFormat& format, int64_t step, const LogLine& line)
    {
        const std::string_view fields = line.text;
        for (const PrintedFigure& figure : format.figures) {
            if (figure.figure)
                continue;
            if (const auto number = printedNumber(fields, figure, line.isCut))
                addTimer(step, figure.timer, *number, figure.factor, line);
        }
        if (format.timers.empty())
            return;
        for (size_t at = logtext::find(fields, format.timers); at != std::string_view::npos;
             at = logtext::find(fields, format.timers, at + 1)) {
            const std::string_view rest = fields.substr(at + format.timers.size());
            const size_t end = logtext::find(rest.substr(0, longestPartName), format.timerEnd);
            if (isInsideName(fields, at, format.timers) || end == std::string_view::npos)
                continue;
            const std::string_view name = rest.substr(0, end);
            if (name.empty() || name == format.wholeTimer || !std::all_of(name.begin(), name.end(), isPartOfName))
                continue;
            Cursor cursor(rest, end + format.timerEnd.size());
            cursor.skipSpaces();
            cursor.skip("np.float64(");
            const auto number = cursor.number();
            if (number && !(line.isCut && cursor.atEnd()))
                addTimer(step, name, *number, 1000, line);
        }
    }

    void addTimer(int64_t step, std::string_view name, Number number, double factor, const LogLine& line)
    {
        if (m_timers.size() >= mostStepTimers) {
            if (!m_isFull)
                m_report.add(IssueKind::OversizedFile, line.offset, say("further timers are left out"));
            m_isFull = true;
            return;
        }
        const auto ms = m_sheet.time(number, factor, line, [&] { return say("timer '{}'", toUtf8(name)); });
        if (ms)
            m_timers.push_back({step, toUtf8(name), *ms});
    }

    /// Lines are counted once, whatever of them comes later.
    void addStep(const LogStep& step, const LogLine& line)
    {
        if (m_isRest && !m_steps.isEmpty() && m_steps.last().step == step.step
            && m_steps.last().offset == line.offset) {
            m_steps.last() = step;
            while (!m_timers.empty() && m_timers.back().step == step.step)
                m_timers.pop_back();
            return;
        }
        ++m_lines;
        keep(step, m_steps);
    }

    void keep(const LogStep& step, LogStepTable& steps)
    {
        if (m_last) {
            const int64_t gap = step.step - *m_last;
            if (gap > 0)
                m_gap = std::min(m_gap.value_or(gap), gap);
            m_wentBack |= gap < -2 * m_gap.value_or(1);
        }
        m_last = step.step;
        steps.add(step, m_report);
    }

    /// The number of a batch in the whole run, where each epoch counts anew: epochs follow at the distance of the
    /// lines.
    int64_t continued(std::string_view text, int64_t batch)
    {
        const int epoch = logtext::integerAfter(text, "Epoch ", 0, int(mostEpochs)).value_or(0);
        if (epoch > m_epoch && batch < m_batch && m_epochBase < largestStep / 2 - 2 * m_batch) {
            m_epochBase += m_batch + std::max<int64_t>(1, m_batchGap);
            m_stampMs.reset(); // what lies between is no step
            m_stampBefore.reset();
        } else if (batch > m_batch) {
            m_batchGap = batch - m_batch;
        }
        m_epoch = epoch;
        m_batch = batch;
        return m_epochBase + batch;
    }

    void setTimeByStamp(LogStep& step, std::string_view text)
    {
        const auto stamp = logtext::timeStampMs(text);
        // A single stamp behind those that follow it is wrong: it tells neither of the step before nor of the next.
        const bool isOdd = stamp && m_stampMs && m_stampBefore && *stamp < *m_stampMs && *stamp >= m_stampBefore->ms
            && !m_steps.isEmpty();
        if (isOdd) {
            m_steps.last().stepMs.reset();
            m_steps.last().stepMsFromTimestamps = false;
            step.stepMs = LogSheet::stepMsBetween(m_stampBefore->ms, *stamp, step.step - m_stampBefore->step);
        } else if (stamp && m_stampMs && m_last) {
            step.stepMs = LogSheet::stepMsBetween(*m_stampMs, *stamp, step.step - *m_last);
            m_stampBefore = Stamp {*m_stampMs, *m_last};
        } else {
            m_stampBefore.reset();
        }
        step.stepMsFromTimestamps = step.stepMs.has_value();
        m_stampMs = stamp;
    }

    /// Of a step in several microbatches: the sum of their times, if each has a line.
    bool endsStep(std::string_view text, LogStep& step)
    {
        const int iteration = logtext::integerAfter(text, "iter ", 0, largestCount).value_or(-1);
        m_isWhole &= iteration >= 0 && iteration == m_iteration + 1 && step.stepMs.has_value();
        m_iteration = iteration;
        m_sumMs += step.stepMs.value_or(0);
        if (!logtext::contains(text, "(step)") && !logtext::contains(text, "(optimizer.step)"))
            return false;
        if (m_isWhole && LogSheet::isTime(m_sumMs))
            step.stepMs = m_sumMs;
        else if (iteration != step.step)
            step.stepMs.reset();
        m_isWhole = true;
        m_sumMs = 0;
        return true;
    }

    void shareLastStep(LogSheet& sheet)
    {
        if (m_hasBlock || m_last)
            sheet.lastStep = m_shared = m_hasBlock ? m_blockStep.step : *m_last;
    }

    ImportReport m_report; ///< of these lines, told only if the log consists of them
    LogSheet m_sheet {m_report};
    LogStepTable m_steps;
    LogStepTable m_commonSteps;
    std::vector<LogTimer> m_timers;
    const StepFormat* m_format = nullptr; ///< of the lines so far; null for a common wording
    uint64_t m_lines = 0;
    uint64_t m_commonLines = 0;
    std::optional<int64_t> m_shared; ///< to the other readers
    bool m_isOfOthers = false;
    bool m_isFull = false;
    bool m_wentBack = false;
    std::optional<int64_t> m_last; ///< number of the last step
    std::optional<int64_t> m_gap;  ///< between the numbers of two lines, at least
    // A block whose lines are being read
    const StepFormat* m_block = nullptr;
    LogStep m_blockStep;
    int m_blockLines = 0;
    size_t m_timersBefore = 0; ///< this block
    bool m_hasBlock = false;
    // A line that may go on
    std::string m_tornPrefix;
    std::string m_torn;
    uint64_t m_tornOffset = 0;
    int m_rests = 0;
    bool m_isRest = false;
    // Numbers that begin anew
    int m_epoch = 0;
    int64_t m_batch = 0;
    int64_t m_batchGap = 0;
    int64_t m_epochBase = 0;
    struct Stamp {
        int64_t ms = 0;
        int64_t step = 0;
    };
    std::optional<int64_t> m_stampMs;
    std::optional<Stamp> m_stampBefore; ///< that of the line before the last
    // Microbatches of a step
    int m_iteration = 0;
    double m_sumMs = 0;
    bool m_isWhole = true;
};

} // namespace

std::unique_ptr<LogReader> makeStepLinesReader() { return std::make_unique<StepLinesReader>(); }

} // namespace bubblescope
