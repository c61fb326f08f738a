// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "megatronlog.h"

#include "jobfacts.h"
#include "numbertext.h"
#include "stepbatches.h"
#include "textencoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace bubblescope {
namespace {

using logtext::Cursor;
using logtext::Number;

constexpr size_t maximumTimers = size_t(1) << 20;
constexpr size_t longestTimerName = 128;
constexpr std::string_view timerMark = "time (ms) |";
constexpr std::string_view timerTableMark = "across ranks (ms):";
constexpr std::string_view memoryMark = "memory (MB) |";
// Below the iteration in the Megatron-LM of DeepSpeedExamples and its descendants.
constexpr std::string_view flopsMark = "Effective Tera Flops per GPU:";

struct IterationMark {
    size_t begin = 0;  ///< of "iteration"
    size_t fields = 0; ///< position after the first '|'
    int64_t step = 0;
};

/// Finds the next `iteration       10/    1000 |` or `iteration: 10 / 1000 |` from `from` on.
std::optional<IterationMark> findIteration(std::string_view text, size_t from)
{
    constexpr std::string_view word = "iteration";
    for (size_t at = logtext::find(text, word, from); at != std::string_view::npos;
         at = logtext::find(text, word, at + word.size())) {
        Cursor cursor(text, at + word.size());
        cursor.skip(":");
        if (!cursor.skip(" "))
            continue;
        cursor.skipSpaces();
        const auto step = cursor.integer();
        cursor.skipSpaces();
        if (!step || *step < 0 || *step > largestStep || !cursor.skip("/"))
            continue;
        cursor.skipSpaces();
        if (!cursor.integer())
            continue;
        cursor.skipSpaces();
        if (cursor.skip("|"))
            return IterationMark {at, cursor.position(), *step};
    }
    return std::nullopt;
}

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), key) != names.end();
}

/// The suffix of a number: nanotron abbreviates thousands and millions as in `4.71K` and `1.2M`.
double multiplierBehind(Cursor& cursor)
{
    for (const auto& [letter, factor] : {std::pair {"K", 1e3}, {"M", 1e6}, {"G", 1e9}}) {
        Cursor behind = cursor;
        if (behind.skip(letter) && (behind.atEnd() || behind.skip(" ")))
            return factor;
    }
    return 1;
}

class MegatronLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::Megatron; }

    int sniff(std::string_view head) const override
    {
        if (findIteration(head, 0)
            && (logtext::contains(head, "elapsed time per iteration")
                || logtext::contains(head, "train_step_timing in s")
                || logtext::contains(head, "elapsed_time_per_iteration_ms")))
            return 90;
        if (logtext::contains(head, "- arguments -") && logtext::contains(head, " ......"))
            return 80;
        if (logtext::contains(head, "using world size: ") && logtext::contains(head, "model-parallel size: "))
            return 80;
        if (logtext::contains(head, "time (ms) | ") || logtext::contains(head, "time across ranks (ms):"))
            return 60;
        if (logtext::contains(head, "number of parameters on (tensor, pipeline) model parallel rank"))
            return 60;
        return 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        const std::string_view text = line.text;
        m_hasMarks |= readMegatronFacts(text, sheet.stated, sheet.requested);
        // The number and total of an iteration are followed by a bar.
        const bool hasBar = text.find('|') != std::string_view::npos;
        if (auto mark = hasBar ? findIteration(text, 0) : std::nullopt) {
            while (mark) {
                const auto next = findIteration(text, mark->fields);
                readIteration(text.substr(mark->fields, next ? next->begin - mark->fields : std::string_view::npos),
                    mark->step, line, sheet);
                mark = next;
            }
            m_isInTimerTable = false;
            return;
        }
        if (m_isInTimerTable && readTimerTable(line, sheet))
            return;
        if (logtext::contains(text, memoryMark))
            readMemory(text, sheet);
        if (logtext::contains(text, flopsMark) && !m_steps.isEmpty() && !m_steps.last().teraflops) {
            const auto teraflops = logtext::numberAfter(text, flopsMark);
            if (teraflops && teraflops->isFinite && teraflops->value >= 0 && !line.isCut)
                m_steps.last().teraflops = teraflops->value;
        }
        if (logtext::contains(text, timerMark))
            readTimers(text.substr(logtext::find(text, timerMark) + timerMark.size()), line, sheet);
        if (logtext::contains(text, timerTableMark)) {
            m_isInTimerTable = true;
            m_tableTimer.clear();
        }
    }

    uint64_t evidence() const override { return m_iterationLines; }
    bool hasMarks() const override { return m_hasMarks; }
    void dropFrom(uint64_t offset) override { m_steps.dropFrom(offset); }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        uint64_t repeated = 0;
        std::vector<LogStep> steps
            = m_steps.finish(LogStepTable::Repeats::KeepFirstUnlessLossDiffers, repeated, sheet.report);
        dropRepeatedTimers(m_timers, m_steps.resumedAt());
        log.timers.insert(log.timers.end(), m_timers.begin(), m_timers.end());
        if (log.kind != kind())
            return;
        log.steps = std::move(steps);
        log.repeatedSteps = repeated;
        stateGrowingBatch(log, sheet);
    }

private:
    /// The fields of ` key: number | key: number |`: `visit(key, cursor at the number, isCut)`. Every field of such a line
    /// ends with a bar: a number at the end of the file without one was cut off.
    template <typename Visit>
    static void forEachField(std::string_view fields, const LogLine& line, const Visit& visit)
    {
        while (!fields.empty()) {
            const size_t bar = fields.find('|');
            const std::string_view field = fields.substr(0, bar);
            const bool isLast = bar == std::string_view::npos;
            fields.remove_prefix(isLast ? fields.size() : bar + 1);
            const size_t colon = field.rfind(':');
            if (colon == std::string_view::npos)
                continue;
            Cursor cursor(field, colon + 1);
            cursor.skipSpaces();
            visit(field.substr(0, colon), cursor, isLast && line.isCut);
        }
    }

    void readIteration(std::string_view fields, int64_t number, const LogLine& line, LogSheet& sheet)
    {
        LogStep step;
        step.step = number;
        step.offset = line.offset;
        bool hasKnownField = false;
        m_lineBatch = 0;
        forEachField(fields, line, [&](std::string_view key, Cursor cursor, bool isCut) {
            if (isCut) {
                sheet.report.add(IssueKind::TruncatedFile, line.offset, say("the line of iteration {} is cut", number));
            } else if (auto value = cursor.number()) {
                value->value *= multiplierBehind(cursor);
                hasKnownField |= readField(trimmed(key), *value, step, line, sheet);
            }
        });
        if (!hasKnownField)
            return;
        ++m_iterationLines;
        sheet.lastStep = step.step;
        if (m_steps.add(step, sheet.report) && m_lineBatch > 0)
            m_batches[step.step] = m_lineBatch;
    }

    bool readField(std::string_view key, Number value, LogStep& step, const LogLine& line, LogSheet& sheet)
    {
        const auto name = [&] { return fmt::format("'{}' of iteration {}", key, step.step); };
        if (isOneOf(key,
                {"elapsed time per iteration (ms)", "elapsed time per iteration", "iteration-time (ms)",
                    "elapsed_time_per_iteration_ms"}))
            step.stepMs = sheet.time(value, 1, line, name);
        else if (isOneOf(key, {"elapsed time per iteration (s)", "iteration-time", "train_step_timing in s"}))
            step.stepMs = sheet.time(value, 1000, line, name);
        else if (isOneOf(key, {"lm loss", "lm-loss", "loss", "lm_loss", "total loss", "reduced_train_loss"}))
            step.loss = sheet.figure(value, line, name);
        else if (isOneOf(key, {"lm loss PPL", "ppl", "perplexity"}))
            step.perplexity = finite(value);
        else if (isOneOf(key, {"learning rate", "learning_rate", "lr"}))
            step.learningRate = finite(value);
        else if (isOneOf(key, {"grad norm", "grad_norm", "gradient norm"}))
            step.gradientNorm = finite(value);
        else if (isOneOf(key, {"samples per second", "samples/sec", "samples_per_sec"}))
            step.samplesPerSecond = finite(value);
        else if (isOneOf(key, {"tokens per second", "tokens/sec", "tokens-per-second", "tokens_per_sec"}))
            step.tokensPerSecond = finite(value);
        else if (isOneOf(key,
                     {"throughput per GPU (TFLOP/s/GPU)", "TFLOPs", "TFLOP/s", "tflops", "model TFLOPs",
                         "model_tflops_per_gpu"}))
            step.teraflops = finite(value);
        else if (isOneOf(key, {"MFU", "mfu", "MFU (%)"}))
            step.mfuPercent = finite(value);
        else if (key == "global_step" && value.isFinite && value.value >= 0 && value.value < 1e15)
            step.step = static_cast<int64_t>(value.value); // NeMo restarts its iteration count in each epoch
        else if (isOneOf(key, {"global batch size", "global_batch_size"}) && value.isFinite && value.value > 0
            && value.value < 1e9) {
            m_lineBatch = static_cast<int>(value.value);
            sheet.stated.globalBatch = sheet.stated.globalBatch.value_or(m_lineBatch);
        } else {
            return isOneOf(key, {"consumed samples", "loss scale", "number of skipped iterations"});
        }
        return true;
    }

    /// --rampup-batch-size: the batch of each step becomes its samples per second, which are read with its time.
    void stateGrowingBatch(RunLog& log, LogSheet& sheet) const
    {
        std::vector<LogStep> stated = log.steps;
        for (LogStep& step : stated) {
            const auto batch = m_batches.find(step.step);
            step.samplesPerSecond = batch != m_batches.end() && step.stepMs.value_or(0) > 0
                ? std::optional(batch->second * 1000.0 / *step.stepMs)
                : std::nullopt;
        }
        log.steps.swap(stated);
        const std::vector<int64_t> batches = growingBatches(log);
        if (batches.empty())
            log.steps.swap(stated);
        else
            sheet.stated.globalBatch = static_cast<int>(usualBatch(batches));
    }

    static std::optional<double> finite(Number value)
    {
        return value.isFinite ? std::optional(value.value) : std::nullopt;
    }

    /// `[Rank 7] (after 20 iterations) memory (MB) | allocated: … | max allocated: … | reserved: … | max reserved: …`;
    /// a line may have several ranks.
    void readMemory(std::string_view text, LogSheet& sheet)
    {
        size_t at = logtext::find(text, memoryMark);
        size_t begin = 0;
        while (at != std::string_view::npos) {
            const size_t fields = at + memoryMark.size();
            const size_t next = logtext::find(text, memoryMark, fields);
            const std::string_view values = text.substr(fields, next == std::string_view::npos ? next : next - fields);
            const auto step = logtext::integerAfter(text.substr(begin, at - begin), "(after", 0, 1 << 30);
            auto megabytes = logtext::numberAfter(values, "max reserved:");
            if (!megabytes)
                megabytes = logtext::numberAfter(values, "max allocated:");
            if (step && megabytes && megabytes->isFinite && megabytes->value >= 0)
                sheet.noteMemory(*step, megabytes->value / 1024);
            begin = fields;
            at = next;
        }
    }

    void addTimer(std::string_view name, Number value, const LogLine& line, LogSheet& sheet)
    {
        name = trimmed(name);
        // Timers before the first step measure the start-up.
        if (!sheet.lastStep || name.empty() || name.size() > longestTimerName)
            return;
        if (m_timers.size() >= maximumTimers) {
            if (!m_isFull)
                sheet.report.add(IssueKind::OversizedFile, line.offset, say("further timers are left out"));
            m_isFull = true;
            return;
        }
        if (const auto ms = sheet.time(value, 1, line, [&] { return say("timer '{}'", toUtf8(name)); }))
            m_timers.push_back({*sheet.lastStep, toUtf8(name), *ms});
    }

    /// ` forward-compute: 306.62 | forward-recv: 527.58`
    void readTimers(std::string_view fields, const LogLine& line, LogSheet& sheet)
    {
        forEachField(fields, line, [&](std::string_view key, Cursor cursor, bool isCut) {
            const auto value = isCut ? std::nullopt : cursor.number();
            if (value)
                addTimer(key, *value, line, sheet);
        });
    }

    /// The lines below `(min, max) time across ranks (ms):`, `max time across ranks (ms):` and `times across ranks
    /// (ms):`; takes the largest of several numbers. False once the table has ended.
    bool readTimerTable(const LogLine& line, LogSheet& sheet)
    {
        const size_t colon = line.text.rfind(':');
        if (!line.text.starts_with(' ') || colon == std::string_view::npos) {
            m_isInTimerTable = false;
            return false;
        }
        std::string_view name = line.text.substr(0, colon);
        while (!name.empty() && (name.back() == '.' || name.back() == ' '))
            name.remove_suffix(1);
        name = trimmed(name);
        Cursor cursor(line.text, colon + 1);
        cursor.skipSpaces();
        const bool isPair = cursor.skip("(");
        auto value = cursor.number();
        if (isPair && cursor.skip(",")) {
            cursor.skipSpaces();
            value = cursor.number();
        }
        if (!value) {
            m_tableTimer = toUtf8(name.substr(0, longestTimerName));
            return cursor.atEnd();
        }
        if (!name.starts_with("rank ")) {
            addTimer(name, *value, line, sheet);
            return true;
        }
        const bool continues = !m_timers.empty() && sheet.lastStep && m_timers.back().step == *sheet.lastStep
            && m_timers.back().name == m_tableTimer;
        if (!continues)
            addTimer(m_tableTimer, *value, line, sheet);
        else if (value->isFinite && value->value < 1e12)
            m_timers.back().ms = std::max(m_timers.back().ms, value->value);
        return true;
    }

    LogStepTable m_steps;
    std::unordered_map<int64_t, int> m_batches; ///< by step, where lines state it
    int m_lineBatch = 0;                        ///< of the line that is read; 0 if it does not state it
    std::vector<LogTimer> m_timers;
    std::string m_tableTimer; ///< timer that the following lines of single ranks belong to
    uint64_t m_iterationLines = 0;
    bool m_isInTimerTable = false;
    bool m_isFull = false;
    bool m_hasMarks = false;
};

} // namespace

std::unique_ptr<LogReader> makeMegatronLogReader() { return std::make_unique<MegatronLogReader>(); }

} // namespace bubblescope
