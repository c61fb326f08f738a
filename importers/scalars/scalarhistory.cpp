// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalarhistory.h"

#include "logtext.h"
#include "numbertext.h"
#include "scalarcurves.h"
#include "tablelines.h"
#include "tabletext.h"
#include "tracetime.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;
using HistoryJson = nlohmann::json;

constexpr double latestStep = 1e15;
constexpr size_t mostHistoryTimes = size_t(4) << 20;

/// Names of a step's number, the surest first.
constexpr std::array stepKeys {"current_steps"sv, "train/global_step"sv, "trainer/global_step"sv, "global_step"sv,
    "_step"sv, "step"sv, "iteration"sv, "iter"sv};
/// What lines tell beside figures.
constexpr std::array otherKeys {"_runtime"sv, "_timestamp"sv, "wall_time"sv, "epoch"sv, "train/epoch"sv,
    "total_steps"sv, "percentage"sv, "elapsed_time"sv, "remaining_time"sv, "eta_seconds"sv, "train_runtime"sv,
    "train_steps_per_second"sv, "total_flos"sv, "eval_runtime"sv, "eval_steps_per_second"sv, "mode"sv, "tag"sv,
    "value"sv, "time"sv, "data_time"sv, "global_step/max_steps"sv, "train_speed(iter/s)"sv};

bool isAny(std::string_view key, std::span<const std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// NaN for what is no number.
double historyNumber(const HistoryJson& record, std::string_view key)
{
    const auto found = record.find(std::string(key));
    return found != record.end() && found->is_number() ? found->get<double>()
                                                       : std::numeric_limits<double>::quiet_NaN();
}

std::optional<double> stepOfRecord(const HistoryJson& record)
{
    for (const std::string_view key : stepKeys) {
        const double step = historyNumber(record, key);
        if (step >= 0 && step < latestStep)
            return step;
    }
    // "5/300" (add_train_message() in swift/trainers/callback.py of ms-swift)
    if (const auto counted = record.find("global_step/max_steps"); counted != record.end() && counted->is_string()) {
        logtext::Cursor cursor(counted->get_ref<const std::string&>());
        const auto step = cursor.integer();
        if (step && *step >= 0 && double(*step) < latestStep && cursor.skip("/"))
            return double(*step);
    }
    return std::nullopt;
}

/// "1h 2m 3s", as ms-swift prints a time, in seconds.
std::optional<double> spokenSeconds(std::string_view text)
{
    double seconds = 0;
    const std::vector<std::string_view> words = splitWords(text);
    for (const std::string_view word : words) {
        constexpr std::pair<char, double> units[] {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
        const auto unit = std::find_if(
            std::begin(units), std::end(units), [&](const auto& known) { return known.first == word.back(); });
        const auto number = parseNumber(word.substr(0, word.size() - 1));
        if (unit == std::end(units) || !number || !(*number >= 0))
            return std::nullopt;
        seconds += *number * unit->second;
    }
    return words.empty() ? std::nullopt : std::optional(seconds);
}

/// "0:10:20" or "1 day, 2:03:04", as Python prints a timedelta, in seconds.
std::optional<double> clockSeconds(std::string_view text)
{
    double days = 0;
    if (const size_t day = text.find(" day"); day != std::string_view::npos) {
        const auto count = parseNumber(text.substr(0, day));
        const size_t comma = text.find(", ", day);
        if (!count || comma == std::string_view::npos)
            return std::nullopt;
        days = *count;
        text.remove_prefix(comma + 2);
    }
    double seconds = 0;
    int parts = 0;
    for (logtext::Cursor cursor(text); parts < 3; ++parts) {
        const auto part = cursor.number();
        if (!part || !part->isFinite || part->value < 0)
            return std::nullopt;
        seconds = seconds * 60 + part->value;
        if (!cursor.skip(":")) {
            if (!cursor.atEnd())
                return std::nullopt;
            ++parts;
            break;
        }
    }
    return parts == 3 ? std::optional(days * 86400 + seconds) : std::nullopt;
}

/// Seconds since the run began, or of the wall clock.
std::optional<double> clockOfRecord(const HistoryJson& record)
{
    if (const auto elapsed = record.find("elapsed_time"); elapsed != record.end() && elapsed->is_string()) {
        const std::string& text = elapsed->get_ref<const std::string&>();
        const auto seconds = clockSeconds(text);
        return seconds ? seconds : spokenSeconds(text);
    }
    for (const std::string_view key : {"_runtime"sv, "_timestamp"sv, "wall_time"sv}) {
        if (const double seconds = historyNumber(record, key); std::isfinite(seconds))
            return seconds;
    }
    return std::nullopt;
}

/// TensorBoard's events have the name of their scalar in the line.
std::string tagOf(const HistoryJson& record)
{
    const auto tag = record.find("tag");
    return tag != record.end() && tag->is_string() && record.contains("value") ? tag->get<std::string>()
                                                                               : std::string();
}

bool hasFigure(const HistoryJson& record)
{
    if (const std::string tag = tagOf(record); !tag.empty())
        return meaningOfScalar(tag).figure != nullptr;
    for (const auto& [key, value] : record.items()) {
        if (value.is_number() && !isAny(key, stepKeys) && !isAny(key, otherKeys) && meaningOfScalar(key).figure)
            return true;
    }
    return false;
}

HistoryJson parsedRecord(std::string_view line) { return HistoryJson::parse(line.begin(), line.end(), nullptr, false); }

/// Collects records, of whichever file.
class HistoryRecords {
public:
    explicit HistoryRecords(ImportReport& report) : m_curves(report) { }

    void add(const HistoryJson& record, uint64_t offset)
    {
        std::optional<double> step = record.is_object() ? stepOfRecord(record) : std::nullopt;
        if (!step)
            return;
        if (const auto runtime = historyNumber(record, "train_runtime"); runtime >= 0 && runtime < 1e9)
            m_elapsedSeconds = runtime;
        if (const auto mode = record.find("mode"); mode != record.end() && mode->is_string()) {
            if (mode->get_ref<const std::string&>() != "train")
                return; // mmcv writes its evaluations between
            step = continued(*step, historyNumber(record, "epoch"));
        }
        if (!(*step < latestStep))
            return;
        noteClock(record, *step);
        if (const std::string tag = tagOf(record); !tag.empty()) {
            addFigure(tag, *step, record["value"], offset);
            return;
        }
        // Only beside the time of the data is "time" that of an iteration, in seconds.
        if (record.contains("data_time") && record.contains("time"))
            addFigure("iteration time", *step, record["time"], offset);
        for (const auto& [key, value] : record.items()) {
            if (!isAny(key, stepKeys) && !isAny(key, otherKeys))
                addFigure(key, *step, value, offset);
        }
        if (record.contains("data_time"))
            noteData(*step, historyNumber(record, "data_time"));
    }

    void finish(const std::string& file, std::vector<RunLog>& logs)
    {
        std::optional<RunLog> log = m_curves.finish(tableName(file), file);
        if (!log)
            return;
        log->elapsedSeconds = m_elapsedSeconds;
        log->timers = std::move(m_timers);
        const bool isTimed = std::any_of(
            log->steps.begin(), log->steps.end(), [](const LogStep& step) { return step.stepMs.has_value(); });
        if (!isTimed)
            setTimes(*log);
        logs.push_back(std::move(*log));
    }

private:
    struct Clock {
        int64_t step = 0;
        double seconds = 0;
    };

    void addFigure(std::string_view name, double step, const HistoryJson& value, uint64_t offset)
    {
        if (value.is_number())
            m_curves.add(m_curves.curve(name), step, value.get<double>(), offset);
    }

    /// mmcv counts iterations again in each epoch, whose length it does not say: they follow at the distance of the
    /// lines.
    double continued(double step, double epoch)
    {
        if (epoch > m_epoch && step <= m_iteration)
            m_base += m_iteration + m_distance;
        else if (step > m_iteration)
            m_distance = step - m_iteration;
        m_epoch = std::isfinite(epoch) ? epoch : m_epoch;
        m_iteration = step;
        return m_base + step;
    }

    void noteClock(const HistoryJson& record, double step)
    {
        const auto seconds = clockOfRecord(record);
        const auto number = static_cast<int64_t>(step);
        m_isElapsed |= record.contains("elapsed_time");
        if (seconds && m_clocks.size() < mostHistoryTimes && (m_clocks.empty() || m_clocks.back().step != number))
            m_clocks.push_back({number, *seconds});
    }

    void noteData(double step, double seconds)
    {
        if (isTimeOfStep(seconds) && m_timers.size() < mostHistoryTimes)
            m_timers.push_back({static_cast<int64_t>(step), "data_time", seconds * 1e3});
    }

    static bool isTimeOfStep(double seconds) { return seconds >= 0 && seconds * 1e9 <= double(longestDurationNs); }

    /// The clock of each line ends its steps. A clock that goes back, or numbers that do, belong to another start.
    void setTimes(RunLog& log) const
    {
        for (size_t i = 0; i < m_clocks.size(); ++i) {
            // Training time begins with the first step; a run that was resumed begins at another one.
            const bool isFirst = i == 0 && m_isElapsed && m_clocks.size() > 1 && m_clocks[0].step > 0
                && m_clocks[1].step == 2 * m_clocks[0].step;
            if (i == 0 && !isFirst)
                continue;
            const Clock before = isFirst ? Clock {} : m_clocks[i - 1];
            const double each
                = (m_clocks[i].seconds - before.seconds) / double(std::max<int64_t>(1, m_clocks[i].step - before.step));
            const auto step = std::lower_bound(log.steps.begin(), log.steps.end(), m_clocks[i].step,
                [](const LogStep& known, int64_t number) { return known.step < number; });
            if (m_clocks[i].step <= before.step || !isTimeOfStep(each) || step == log.steps.end()
                || step->step != m_clocks[i].step)
                continue;
            step->stepMs = each * 1e3;
            step->stepMsFromTimestamps = true;
        }
    }

    ScalarCurves m_curves;
    std::vector<Clock> m_clocks;
    std::vector<LogTimer> m_timers;
    std::optional<double> m_elapsedSeconds;
    double m_epoch = 0;
    double m_iteration = 0;   ///< the last in its epoch
    double m_distance = 1;    ///< between two lines
    double m_base = 0;        ///< before this epoch
    bool m_isElapsed = false; ///< the clock counts the time of training
};

} // namespace

bool isHistoryLine(std::string_view line)
{
    line = trimmed(line);
    if (!line.starts_with('{') || !line.ends_with('}'))
        return false;
    const HistoryJson record = parsedRecord(line);
    return record.is_object() && stepOfRecord(record) && hasFigure(record);
}

bool isTrainerState(std::string_view head)
{
    return trimmed(head.substr(0, 64)).starts_with('{') && head.find("\"log_history\"") != std::string_view::npos
        && head.find("\"global_step\"") != std::string_view::npos;
}

void readHistory(TableLines& lines, const std::string& file, std::vector<RunLog>& logs, ImportReport& report)
{
    HistoryRecords history(report);
    do {
        const HistoryJson record = parsedRecord(lines.line());
        if (record.is_object())
            history.add(record, lines.offset());
        else
            report.add(lines.isUnterminated() ? IssueKind::TruncatedFile : IssueKind::BadRecord, lines.offset(),
                say("the JSON text cannot be read from here on"));
    } while (lines.next());
    history.finish(file, logs);
}

void readTrainerState(std::string_view text, const std::string& file, std::vector<RunLog>& logs, ImportReport& report)
{
    const HistoryJson root = parsedRecord(text);
    const auto records = root.is_object() ? root.find("log_history") : root.end();
    if (!root.is_object() || records == root.end() || !records->is_array()) {
        report.add(IssueKind::BadRecord, 0, say("the JSON text cannot be read from here on"));
        return;
    }
    HistoryRecords history(report);
    for (const HistoryJson& record : *records)
        history.add(record, 0);
    history.finish(file, logs);
}

} // namespace bubblescope
