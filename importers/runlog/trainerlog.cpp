// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainerlog.h"

#include "characters.h"
#include "numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace bubblescope {
namespace {

using logtext::Cursor;
using logtext::Number;
using logtext::numberAfter;

constexpr std::string_view dictionaryMark = "{'loss': ";
constexpr std::string_view completedMark = "completed step: ";
constexpr std::string_view summaryMark = "{'train_runtime': ";
constexpr std::string_view richBar = "\xE2\x94\x81"; // ━
constexpr std::string_view maxStepsKey = "'global_step/max_steps': ";
constexpr std::string_view kerasLoss = " - loss: ";
constexpr std::array<std::string_view, 5> trainingLabels {"Train", "train", "Epoch", "Step", "Iteration"};
constexpr std::array<std::string_view, 7> evaluationLabels {"Valid", "valid", "Val ", "Eval", "eval", "Test", "test"};

/// ` 10%|###   | 100/1000 [01:20<12:00,  1.25it/s, loss=2.3]`
struct ProgressBar {
    int64_t done = 0;
    int64_t total = 0;
    double elapsedSeconds = 0;
    bool hasLabel = false; ///< text before the percentage: a bar for loading, mapping, validation …
    std::optional<int64_t> epoch; ///< of the label "Epoch 3:", whose bar counts anew
    bool isEvaluation = false;    ///< its loss is none of training
    bool isOfEpoch = false;       ///< it is that of an epoch even without a loss
    std::optional<int64_t> step;  ///< of the whole run, where the label says it
    std::optional<Number> loss;   ///< of the label
    std::optional<double> stepMs;
    std::string_view values; ///< what follows the rate
};

/// What bars count; others than "it" are the `unit` of tqdm that programs choose. Samples, items and tokens are no
/// steps.
struct RateUnit {
    std::string_view text;
    bool isInverse = false;
};
constexpr std::array<RateUnit, 8> rateUnits {{{"it/s"}, {"s/it", true}, {"step/s"}, {"s/step", true}, {"batch/s"},
    {"s/batch", true}, {"iter/s"}, {"s/iter", true}}};

/// The number before a unit, with or without a space between.
std::optional<double> numberBeforeUnit(std::string_view text, std::string_view unit)
{
    size_t end = logtext::find(text, unit);
    const size_t behind = end + unit.size();
    if (end == std::string_view::npos || (behind < text.size() && isLetter(text[behind])))
        return std::nullopt;
    if (end > 0 && text[end - 1] == ' ')
        --end;
    size_t begin = end;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '.'))
        --begin;
    const auto number = Cursor(text.substr(0, end), begin).number();
    return number && number->isFinite && number->value > 0 ? std::optional(number->value) : std::nullopt;
}

std::optional<double> stepMsOfRate(std::string_view text)
{
    for (const RateUnit& unit : rateUnits) {
        const auto rate = numberBeforeUnit(text, unit.text);
        const double ms = !rate ? -1 : unit.isInverse ? *rate * 1000 : 1000 / *rate;
        if (LogSheet::isTime(ms))
            return ms;
    }
    return std::nullopt;
}

/// "1.25it/s", or "?it/s" before the first step; not the "s/step" of a path.
bool hasRate(std::string_view text)
{
    for (const RateUnit& unit : rateUnits) {
        for (size_t at = logtext::find(text, unit.text); at != std::string_view::npos;
             at = logtext::find(text, unit.text, at + 1)) {
            const size_t behind = at + unit.text.size();
            const size_t end = at > 0 && text[at - 1] == ' ' ? at - 1 : at;
            if (end > 0 && (isDigit(text[end - 1]) || text[end - 1] == '?')
                && (behind >= text.size() || !isLetter(text[behind])))
                return true;
        }
    }
    return false;
}

/// "15:19" or "1:22:30", up to the remaining time; "12.5s" behind the rate in Ultralytics' bars of 2025.
double elapsedSeconds(std::string_view text)
{
    if (const std::string_view first = text.substr(0, text.find(' ')); hasRate(first) && first.size() < text.size())
        text.remove_prefix(first.size() + 1);
    double seconds = 0;
    for (Cursor cursor(text); const auto part = cursor.integer();) {
        seconds = seconds * 60 + double(std::clamp<int64_t>(*part, 0, 1 << 20));
        if (!cursor.skip(":"))
            break;
    }
    return seconds;
}

/// True if the label names a bar of something other than training. Launchers prefix the rank: "[default0]: ".
bool namesAnotherBar(std::string_view label)
{
    label = trimmed(behindLauncherLabel(label));
    if (label.find_first_not_of("0123456789") == std::string_view::npos)
        return false;
    return std::none_of(trainingLabels.begin(), trainingLabels.end(),
        [&](std::string_view training) { return label.starts_with(training); });
}

std::optional<int64_t> epochOf(std::string_view label)
{
    constexpr int64_t mostBarEpochs = 1'000'000;
    const size_t at = logtext::find(label, "Epoch ");
    if (at == std::string_view::npos)
        return std::nullopt;
    Cursor cursor(label, at + 6);
    const auto epoch = cursor.integer();
    return epoch && *epoch >= 0 && *epoch <= mostBarEpochs ? epoch : std::nullopt;
}

/// What torchtune's recipes call their bars: "1|250|Loss: 1.59", an epoch, the step of the run and its loss.
void takeStepOfLabel(std::string_view label, ProgressBar& bar)
{
    Cursor cursor(trimmed(behindLauncherLabel(label)));
    if (!cursor.integer() || !cursor.skip("|"))
        return;
    const auto step = cursor.integer();
    if (!step || *step < 0 || *step > largestStep || !cursor.skip("|Loss:"))
        return;
    cursor.skipSpaces();
    bar.step = step;
    bar.loss = cursor.number();
    bar.hasLabel = false;
}

/// Ultralytics (engine/trainer.py): "  3/100      4.56G      1.19 …", the epoch and the memory of its GPU.
void takeEpochOfLabel(std::string_view label, ProgressBar& bar)
{
    Cursor cursor(trimmed(behindLauncherLabel(label)));
    const auto epoch = cursor.integer();
    if (!epoch || *epoch < 1 || *epoch > largestCount || !cursor.skip("/") || !cursor.integer() || !cursor.skip("  "))
        return;
    cursor.skipSpaces();
    if (!cursor.number() || !cursor.skip("G "))
        return;
    bar.epoch = epoch;
    bar.isOfEpoch = true;
    bar.hasLabel = false;
}

/// Of what stands behind a bar, "20/100", then what its times follow; `label` stands before it.
std::optional<ProgressBar> countedBar(Cursor cursor, std::string_view beforeTimes, std::string_view label)
{
    cursor.skipSpaces();
    ProgressBar result;
    const auto done = cursor.integer();
    if (!done || *done < 0 || *done > largestStep || !cursor.skip("/"))
        return std::nullopt;
    const auto total = cursor.integer();
    if (!total || *total <= 0 || !cursor.skip(beforeTimes))
        return std::nullopt;
    result.done = *done;
    result.total = *total;
    result.hasLabel = namesAnotherBar(trimmed(label));
    const std::string_view named = trimmed(behindLauncherLabel(trimmed(label)));
    result.isEvaluation = std::any_of(evaluationLabels.begin(), evaluationLabels.end(),
        [named](std::string_view evaluation) { return named.starts_with(evaluation); });
    result.epoch = epochOf(trimmed(label));
    takeStepOfLabel(trimmed(label), result);
    takeEpochOfLabel(trimmed(label), result);
    result.values = cursor.rest();
    result.elapsedSeconds = elapsedSeconds(trimmed(result.values));
    result.stepMs = stepMsOfRate(result.values);
    return result;
}

std::optional<ProgressBar> parseBar(std::string_view text)
{
    const size_t percent = logtext::find(text, "%|");
    if (percent == std::string_view::npos)
        return std::nullopt;
    const size_t bar = text.find('|', percent + 2);
    if (bar == std::string_view::npos)
        return std::nullopt;
    return countedBar(Cursor(text, bar + 1), " [", text.substr(0, percent));
}

/// `Epoch 0/9 ━━━╸━━━━ 20/100 0:00:20 • 0:01:20 1.00it/s v_num: 0 train_loss: 2.3`: Lightning's bars by Rich.
std::optional<ProgressBar> parseRichBar(std::string_view text)
{
    const size_t first = text.find(richBar);
    const size_t last = text.rfind(richBar);
    if (first == std::string_view::npos)
        return std::nullopt;
    // Behind the bar's end, which may be half a piece of it, and what is left to be drawn.
    Cursor cursor(text, last + richBar.size());
    while (cursor.skip("\xE2\x95\xB8") || cursor.skip("\xE2\x95\xBA") || cursor.skip("\xE2\x94\x80")) { }
    return countedBar(cursor, " ", text.substr(0, first));
}

/// Bars of Keras (utils/progbar.py), behind a line "Epoch 1/3": `5/50 ━━━━ 18s 412ms/step - loss: 1.95`; of Keras 2
/// `5/50 [==>...] - ETA: 18s - loss: 1.95`, with a time per step when its epoch has ended; with verbose=2
/// `50/50 - 21s - 412ms/step - loss: 1.95`, one line an epoch.
std::optional<ProgressBar> parseKerasBar(std::string_view text, std::optional<int64_t> epoch)
{
    const size_t loss = logtext::find(text, kerasLoss);
    Cursor cursor(trimmed(behindLauncherLabel(text.substr(0, std::min(loss, text.size())))));
    ProgressBar result;
    const auto done = cursor.integer();
    if (loss == std::string_view::npos || !done || *done <= 0 || *done > largestStep || !cursor.skip("/"))
        return std::nullopt;
    const auto total = cursor.integer();
    if (!total || *total < *done)
        return std::nullopt;
    const std::string_view drawn = cursor.rest();
    if (!drawn.starts_with(" [") && !drawn.starts_with(" - ") && trimmed(drawn).substr(0, richBar.size()) != richBar)
        return std::nullopt;
    for (const auto& [unit, toMs] : {std::pair {"ms/step", 1.0}, {"us/step", 1e-3}, {"s/step", 1e3}}) {
        const auto time = numberBeforeUnit(text, unit);
        if (time && !result.stepMs && LogSheet::isTime(*time * toMs))
            result.stepMs = *time * toMs;
    }
    if (!result.stepMs && !logtext::contains(drawn, " - ETA: "))
        return std::nullopt;
    result.done = *done;
    result.total = *total;
    result.epoch = epoch;
    result.loss = Cursor(text, loss + kerasLoss.size()).number();
    return result.loss ? std::optional(result) : std::nullopt;
}

/// The loss next to a progress bar, by the names that NeMo and Lightning use.
std::optional<Number> lossOf(std::string_view values)
{
    for (const std::string_view key :
        std::array<std::string_view, 12> {"reduced_train_loss=", "train_loss=", "loss=", "Loss=", "train_loss_step=",
            "step_loss=", "reduced_train_loss:", "train_loss:", "loss:", "Loss:", "train_loss_step:", "step_loss:"}) {
        if (const auto loss = numberAfter(values, key))
            return loss;
    }
    return std::nullopt;
}

/// Value of a key in a printed Python dictionary; newer programs quote numbers, too.
std::optional<Number> entry(std::string_view text, std::string_view key)
{
    const size_t at = logtext::find(text, key);
    if (at == std::string_view::npos)
        return std::nullopt;
    Cursor cursor(text, at + key.size());
    cursor.skipSpaces();
    cursor.skip("'");
    return cursor.number();
}

/// The number in MaxText's `completed step: 3, seconds: 0.282, TFLOP/s/device: 53.464, Tokens/s/device: 7131.8, loss:
/// 9.768`.
std::optional<int64_t> completedStep(std::string_view text)
{
    const size_t at = logtext::find(text, completedMark);
    if (at == std::string_view::npos)
        return std::nullopt;
    Cursor cursor(text, at + completedMark.size());
    const auto step = cursor.integer();
    return step && *step >= 0 && *step <= largestStep && cursor.skip(", seconds:") ? step : std::nullopt;
}

/// Steps of the progress bars that have the same total.
struct BarSteps {
    int64_t total = 0;
    double elapsedSeconds = 0; ///< the longest that any of these bars states
    int64_t lastDone = 0;
    LogStepTable steps;
    int64_t count = 0;
};

/// Steps of trainers without a log format of their own: Hugging Face's dictionaries, progress bars of Lightning and
/// NeMo, MaxText's steps.
class TrainerLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::Trainer; }

    int sniff(std::string_view head) const override
    {
        if (logtext::contains(head, "reduced_train_loss="))
            return 75;
        if (completedStep(head))
            return 85;
        if (const size_t at = logtext::find(head, dictionaryMark); at != std::string_view::npos) {
            // GRPO prints twenty figures between them.
            constexpr size_t longestDictionary = 16 << 10;
            std::string_view text = head.substr(at, longestDictionary);
            text = text.substr(0, text.find_first_of("}\n"));
            return entry(text, dictionaryMark) && logtext::contains(text, "'epoch': ") ? 70 : 0;
        }
        if (logtext::contains(head, richBar) && hasRate(head))
            return logtext::contains(head, "loss") ? 50 : 30;
        if (logtext::contains(head, kerasLoss)
            && (logtext::contains(head, "s/step") || logtext::contains(head, " - ETA: ")) && hasKerasBar(head))
            return 50;
        if (!logtext::contains(head, "%|"))
            return 0;
        const bool hasLoss = logtext::contains(head, "loss=") || logtext::contains(head, "Loss=")
            || logtext::contains(head, "loss: ") || logtext::contains(head, "Loss: ");
        if (hasLoss && hasRate(head))
            return 50;
        return hasRate(head) ? 30 : 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        if (logtext::contains(line.text, dictionaryMark)) {
            const size_t at = logtext::find(line.text, dictionaryMark);
            // What goes to a file may have no line break between the bar and what is printed below it.
            if (const auto bar = parseBar(line.text.substr(0, at)))
                readBar(*bar, line, sheet);
            readDictionary(line.text.substr(at), line, sheet);
        } else if (logtext::contains(line.text, summaryMark)) {
            const auto seconds = entry(line.text, summaryMark);
            if (seconds && seconds->isFinite && LogSheet::isTime(seconds->value * 1000))
                sheet.stated.elapsedSeconds = sheet.stated.elapsedSeconds.value_or(seconds->value);
            m_stepsPerSecond = finiteEntry(line.text, "'train_steps_per_second': ");
            m_samplesPerSecond = finiteEntry(line.text, "'train_samples_per_second': ");
            m_isOver = sheet.isOver = true;
        } else if (logtext::contains(line.text, completedMark)) {
            readCompletedStep(line, sheet);
        } else if (logtext::contains(line.text, kerasLoss) || line.text.starts_with("Epoch ")) {
            noteKerasEpoch(line.text);
            if (const auto bar = parseKerasBar(line.text, m_kerasEpoch))
                readBar(*bar, line, sheet);
            else if (const auto drawn = parseBar(line.text))
                readBar(*drawn, line, sheet);
            else if (const auto rich = parseRichBar(line.text); rich && rich->stepMs)
                readBar(*rich, line, sheet);
        } else if (logtext::contains(line.text, "%|")) {
            if (const auto bar = parseBar(line.text))
                readBar(*bar, line, sheet);
        } else if (logtext::contains(line.text, richBar)) {
            // Of pip, which counts MB, there is no rate of steps.
            if (const auto bar = parseRichBar(line.text); bar && bar->stepMs)
                readBar(*bar, line, sheet);
        }
    }

    /// Bars alone count least: any other step lines hold more.
    uint64_t evidence() const override { return m_losses > 0 ? m_losses : isTraining() ? 1 : 0; }
    bool hasMarks() const override { return false; }

    void dropFrom(uint64_t offset) override
    {
        m_steps.dropFrom(offset);
        for (BarSteps& bar : m_bars)
            bar.steps.dropFrom(offset);
    }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        if (log.kind != kind() || !log.steps.empty())
            return;
        if (BarSteps* bars = longestBar()) {
            uint64_t redrawn = 0;
            for (const LogStep& step : bars->steps.finish(LogStepTable::Repeats::KeepFirst, redrawn, m_ignored))
                m_steps.add(step, m_ignored);
        }
        std::vector<LogStep> steps = m_steps.finish(LogStepTable::Repeats::KeepFirst, log.repeatedSteps, m_ignored);
        // Redrawing a bar does not repeat a step.
        log.repeatedSteps = 0;
        log.steps = std::move(steps);
        setMeanTimes(log.steps, sheet);
    }

private:
    static bool hasKerasBar(std::string_view head)
    {
        constexpr int mostTries = 16; // other programs print such a loss in each line
        size_t loss = logtext::find(head, kerasLoss);
        for (int tries = 0; tries < mostTries && loss != std::string_view::npos; ++tries) {
            const size_t before = head.find_last_of("\r\n\b", loss);
            const size_t begin = before == std::string_view::npos ? 0 : before + 1;
            std::string buffer;
            const std::string_view line = head.substr(begin, head.find_first_of("\r\n", loss) - begin);
            if (parseKerasBar(logtext::withoutEscapes(line, buffer), std::nullopt))
                return true;
            loss = logtext::find(head, kerasLoss, loss + kerasLoss.size());
        }
        return false;
    }

    /// "Epoch 2/10", alone in a line.
    void noteKerasEpoch(std::string_view text)
    {
        Cursor cursor(trimmed(text));
        if (!cursor.skip("Epoch "))
            return;
        const auto epoch = cursor.integer();
        const bool isAlone = epoch && cursor.skip("/") && cursor.integer() && cursor.atEnd();
        if (isAlone && *epoch >= 0 && *epoch <= largestCount)
            m_kerasEpoch = epoch;
    }

    static std::optional<double> finiteEntry(std::string_view text, std::string_view key)
    {
        const auto number = entry(text, key);
        return number && number->isFinite && number->value > 0 ? std::optional(number->value) : std::nullopt;
    }

    /// Without bars, the last line tells the mean of all steps.
    void setMeanTimes(std::vector<LogStep>& steps, LogSheet& sheet) const
    {
        const bool isTimed
            = std::any_of(steps.begin(), steps.end(), [](const LogStep& step) { return step.stepMs.has_value(); });
        if (steps.empty() || isTimed || !m_stepsPerSecond || !LogSheet::isTime(1000 / *m_stepsPerSecond))
            return;
        for (LogStep& step : steps) {
            step.stepMs = 1000 / *m_stepsPerSecond;
            if (!step.samplesPerSecond)
                step.samplesPerSecond = m_samplesPerSecond;
        }
        sheet.report.add(IssueKind::MeanTimes, std::nullopt,
            say("the mean that the log ends with: {} steps per second", *m_stepsPerSecond));
    }

    /// Of a process of each node, which logs the same figures. The norm of gradients tells such lines apart.
    bool isCopy(std::string_view text)
    {
        text = text.substr(0, text.find_first_of("}\n"));
        if (!finiteEntry(text, "'grad_norm': "))
            return false;
        const size_t hash = std::hash<std::string_view>()(text);
        if (std::find(m_recent.begin(), m_recent.end(), hash) != m_recent.end())
            return true;
        m_recent[m_recentCount++ % m_recent.size()] = hash;
        return false;
    }

    void readBar(const ProgressBar& bar, const LogLine& line, LogSheet& sheet)
    {
        const auto loss = bar.loss ? bar.loss : lossOf(bar.values);
        if (bar.isEvaluation || (!loss && (bar.hasLabel || m_isOver)))
            return;
        LogStep step;
        step.step = bar.step.value_or(bar.done);
        if (bar.epoch && (loss || bar.isOfEpoch)) {
            // A run that was resumed begins its log with a later epoch.
            m_firstEpoch = m_firstEpoch.value_or(*bar.epoch);
            const int64_t before = *bar.epoch - *m_firstEpoch;
            if (before > 0 && before <= (largestStep - bar.done) / bar.total)
                step.step += before * bar.total;
        }
        if (const auto global = numberAfter(bar.values, "global_step=");
            global && global->isFinite && global->value >= 0 && global->value < 1e15)
            step.step = static_cast<int64_t>(global->value);
        step.offset = line.offset;
        step.stepMs = bar.stepMs;
        if (const auto seconds = numberAfter(bar.values, "train_step_timing in s="))
            step.stepMs = sheet.time(*seconds, 1000, line, [] { return say("the step time"); });
        if (loss) {
            ++m_losses;
            step.loss = sheet.figure(*loss, line, [&] { return say("the loss of step {}", step.step); });
        }
        if (loss) {
            m_lastDone = step.step;
            add(step, m_steps);
        } else if (BarSteps* bars = barOf(bar.total)) {
            bars->elapsedSeconds = std::max(bars->elapsedSeconds, bar.elapsedSeconds);
            bars->lastDone = step.step;
            if (step.stepMs && step.step > 0)
                bars->count += add(step, bars->steps);
        }
    }

    BarSteps* barOf(int64_t total)
    {
        constexpr size_t mostBars = 16;
        const auto found
            = std::find_if(m_bars.begin(), m_bars.end(), [total](const BarSteps& bar) { return bar.total == total; });
        if (found != m_bars.end())
            return &*found;
        if (m_bars.size() >= mostBars)
            return nullptr;
        m_bars.push_back({total, 0, 0, {}, 0});
        return &m_bars.back();
    }
    /// The training's own bar: its clock keeps running while nested evaluation bars come and go.
    BarSteps* longestBar()
    {
        const auto longest = std::max_element(m_bars.begin(), m_bars.end(),
            [](const BarSteps& a, const BarSteps& b) { return a.elapsedSeconds < b.elapsedSeconds; });
        return longest == m_bars.end() ? nullptr : &*longest;
    }
    /// An unlabelled bar may count anything; a training bar ends with a summary or runs for a while.
    bool isTraining() const
    {
        constexpr int64_t leastSteps = 3;
        constexpr double leastSeconds = 10;
        return std::any_of(m_bars.begin(), m_bars.end(), [this](const BarSteps& bar) {
            return m_isOver ? bar.count > 0 : bar.count >= leastSteps && bar.elapsedSeconds >= leastSeconds;
        });
    }

    /// `{'loss': 2.3456, 'grad_norm': 1.2, 'learning_rate': 4.9e-05, 'epoch': 0.01}`: the progress bar gives the step
    /// number; without one, lines are counted.
    void readDictionary(std::string_view text, const LogLine& line, LogSheet& sheet)
    {
        const auto loss = entry(text, dictionaryMark);
        if (!loss || isCopy(text))
            return;
        const double epoch = finiteEntry(text, "'epoch': ").value_or(0);
        if (m_lines > 0 && epoch <= m_firstDictionaryEpoch && epoch < m_lastDictionaryEpoch)
            m_lines = 0; // another run, or nearly the same one again
        if (m_lines == 0)
            m_firstDictionaryEpoch = epoch;
        m_lastDictionaryEpoch = epoch;
        LogStep step;
        // ms-swift prints it (swift/trainers/callback.py)
        const size_t stated = logtext::find(text, maxStepsKey);
        const auto number = stated == std::string_view::npos
            ? std::nullopt
            : Cursor(text.substr(text.find('\'', stated + maxStepsKey.size()) + 1)).integer();
        if (number && *number >= 0 && *number <= largestStep)
            step.step = *number;
        else if (const BarSteps* bars = longestBar())
            step.step = bars->lastDone;
        else
            step.step = m_lastDone ? *m_lastDone : ++m_lines;
        step.offset = line.offset;
        step.loss = sheet.figure(*loss, line, [&] { return say("the loss of step {}", step.step); });
        if (const auto norm = entry(text, "'grad_norm': "); norm && norm->isFinite)
            step.gradientNorm = norm->value;
        if (const auto rate = entry(text, "'learning_rate': "); rate && rate->isFinite)
            step.learningRate = rate->value;
        if (const auto seconds = entry(text, "'step_time': "))
            step.stepMs = sheet.time(*seconds, 1000, line, [&] { return say("the time of step {}", step.step); });
        ++m_losses;
        sheet.lastLogged = step.step;
        add(step, m_steps);
    }

    void readCompletedStep(const LogLine& line, LogSheet& sheet)
    {
        const auto number = completedStep(line.text);
        if (!number)
            return;
        const std::string_view fields = line.text.substr(logtext::find(line.text, completedMark));
        const auto figure = [&](std::string_view key) {
            const auto value = numberAfter(fields, key);
            return value && value->isFinite ? std::optional(value->value) : std::nullopt;
        };
        LogStep step;
        step.step = *number;
        step.offset = line.offset;
        if (const auto seconds = numberAfter(fields, "seconds:"))
            step.stepMs = sheet.time(*seconds, 1000, line, [&] { return say("the time of step {}", *number); });
        auto loss = numberAfter(fields, "loss:");
        if (!loss)
            loss = numberAfter(fields, "main_model_loss:");
        if (loss)
            step.loss = sheet.figure(*loss, line, [&] { return say("the loss of step {}", *number); });
        step.teraflops = figure("TFLOP/s/device:");
        step.tokensPerSecond = figure("Tokens/s/device:");
        ++m_losses;
        sheet.lastLogged = step.step;
        add(step, m_steps);
    }

    /// If a step is drawn again, its last time counts. True if the step differs from the last one.
    bool add(const LogStep& step, LogStepTable& steps)
    {
        if (steps.isEmpty() || steps.last().step != step.step)
            return steps.add(step, m_ignored);
        LogStep& last = steps.last();
        const LogStep before = last;
        last = step;
        std::vector<LogStep> merged {last};
        fillSteps(merged, {before});
        last = merged.front();
        return false;
    }

    LogStepTable m_steps; ///< steps that have a loss
    std::vector<BarSteps> m_bars;
    ImportReport m_ignored;
    std::optional<int64_t> m_lastDone;
    std::optional<int64_t> m_firstEpoch; ///< of the bars
    std::optional<int64_t> m_kerasEpoch;
    bool m_isOver = false;
    int64_t m_lines = 0; ///< dictionaries, where no bar tells their steps
    double m_firstDictionaryEpoch = 0;
    double m_lastDictionaryEpoch = 0;
    std::array<size_t, 64> m_recent {}; ///< hashes of the last dictionaries
    size_t m_recentCount = 0;
    std::optional<double> m_stepsPerSecond; ///< of the whole training
    std::optional<double> m_samplesPerSecond;
    uint64_t m_losses = 0;
};

} // namespace

std::unique_ptr<LogReader> makeTrainerLogReader() { return std::make_unique<TrainerLogReader>(); }

} // namespace bubblescope
