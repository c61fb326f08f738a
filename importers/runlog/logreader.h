// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "logtext.h"
#include "runlog.h"
#include "tracetime.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Ranks and sizes of a layout beyond this are nonsense.
inline constexpr int largestCount = 1 << 24;

/// Greater step numbers are misread.
inline constexpr int64_t largestStep = int64_t(1) << 50;

/// One line of a log without escape sequences.
struct LogLine {
    std::string_view text;
    uint64_t offset = 0; ///< from the start of the uncompressed file, in bytes
    bool isCut = false;  ///< the file ends in this line, perhaps inside a number
};

/// What a run states about its own layout; the first statement wins.
struct LogFacts {
    std::optional<int> worldSize;
    std::optional<int> tensor;
    std::optional<int> pipeline;
    std::optional<int> data;
    std::optional<int> expert;
    std::optional<int> context;
    std::optional<int> microbatches;
    std::optional<int> globalBatch;
    std::optional<int> microbatchSize;
    std::optional<int> layers;
    std::optional<int> sequence;
    std::optional<std::string> model;
    std::optional<int64_t> parameters;
    std::optional<double> elapsedSeconds;

    /// Fills in what is unknown here.
    void fillFrom(const LogFacts& other);
    /// Derives what the known values imply: world = tensor x pipeline x context x data, and microbatches.
    void complete();
};

/// Collects step lines as they come, up to a limit; finish() sorts them and removes repeats.
class LogStepTable {
public:
    /// All ranks print nearly the same line for a step; a resumed run really repeats its steps. Where the numbers go back
    /// by more than ranks run apart, and do not do so all along, it was resumed: then its later lines count anyway.
    enum class Repeats { KeepFirst, KeepFirstUnlessLossDiffers };
    static constexpr size_t maximumSteps = size_t(4) << 20;

    /// False if the table is full, which is reported once.
    bool add(const LogStep& step, ImportReport& report);
    /// Takes back the lines from an offset on.
    void dropFrom(uint64_t offset);
    bool isEmpty() const { return m_steps.empty(); }
    LogStep& last() { return m_steps.back(); }
    std::vector<LogStep> finish(Repeats repeats, uint64_t& repeated, ImportReport& report);
    /// After finish(): the numbers that the run was resumed at.
    const std::vector<int64_t>& resumedAt() const { return m_resumedAt; }

private:
    std::vector<size_t> starts() const;

    std::vector<LogStep> m_steps;
    std::vector<int64_t> m_resumedAt;
    bool m_isFull = false;
};

/// Takes those out that a resumed run measured again. In the order of the log.
void dropRepeatedTimers(std::vector<LogTimer>& timers, const std::vector<int64_t>& resumedAt);

/// State that the readers share while a log is read.
class LogSheet {
public:
    static constexpr double longestMs = longestDurationNs / 1e6;

    explicit LogSheet(ImportReport& importReport) : report(importReport) { }

    ImportReport& report;
    LogFacts stated;                     ///< printed by the program
    LogFacts requested;                  ///< flags of its command line; used if the program itself states nothing
    MachineHints machine;
    std::optional<int64_t> lastStep;     ///< of the last step line of any kind
    std::optional<int64_t> lastLogged;   ///< of the last figures that are logged now and then: no timers belong to it
    bool isOver = false;                 ///< the run said that it is: what follows is not of it
    std::map<int64_t, double> memoryGiB; ///< by step, of the rank that uses most

    /// Converts a printed number to ms. Reports one that is negative, not finite or absurd, and returns nullopt.
    /// `describe` provides the text and is called only then.
    template <typename Describe>
    std::optional<double> time(logtext::Number number, double toMs, const LogLine& line, const Describe& describe)
    {
        const double ms = number.value * toMs;
        if (number.isFinite && isTime(ms))
            return ms;
        reportNumber(number, ms, line, describe());
        return std::nullopt;
    }
    /// The same for a number that only has to be finite.
    template <typename Describe>
    std::optional<double> figure(logtext::Number number, const LogLine& line, const Describe& describe)
    {
        if (number.isFinite)
            return number.value;
        reportNumber(number, 0, line, describe());
        return std::nullopt;
    }
    void noteMemory(int64_t step, double gibibytes);
    std::optional<int64_t> lastOfAnyKind() const { return lastStep ? lastStep : lastLogged; }

    static bool isTime(double ms) { return ms >= 0 && ms <= longestMs; }
    /// Time per step in ms between the stamps of two lines that are `steps` apart; nullopt if the clock went back or
    /// jumped.
    static std::optional<double> stepMsBetween(int64_t fromMs, int64_t toMs, int64_t steps);

private:
    void reportNumber(logtext::Number number, double ms, const LogLine& line, const Message& what);
};

/// Recognises the lines of one kind of log. Every reader sees every line, because the kind may only show late.
class LogReader {
public:
    virtual ~LogReader() = default;
    virtual RunLog::Kind kind() const = 0;
    /// How surely these first bytes are of this kind, 0 to 100.
    virtual int sniff(std::string_view head) const = 0;
    virtual void read(const LogLine& line, LogSheet& sheet) = 0;
    /// Number of step records found so far.
    virtual uint64_t evidence() const = 0;
    /// True if something was found that only this kind of log prints, even without a step.
    virtual bool hasMarks() const = 0;
    /// Takes back the step that the line at an offset, the last one read, begins: it is of another run.
    virtual void dropFrom(uint64_t) { }
    /// Moves what was found into `log`. Called once at the end: first for the reader whose kind the log has, then for
    /// the others, which only add what is missing.
    virtual void finish(RunLog& log, LogSheet& sheet) = 0;
};

/// Behind what launchers put before lines: `[rank3]: `, `(pid=77) `, `3: `.
std::string_view behindLauncherLabel(std::string_view line);

/// Fills gaps of `steps` from other steps with the same number. Both must be sorted.
void fillSteps(std::vector<LogStep>& steps, const std::vector<LogStep>& others);

} // namespace bubblescope
