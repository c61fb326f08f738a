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
#include <string_view>
#include <vector>

namespace bubblescope {

/// A larger number of a step is a misread one.
inline constexpr int64_t largestStep = int64_t(1) << 50;

/// One line of a log, escape sequences removed.
struct LogLine {
    std::string_view text;
    uint64_t offset = 0; ///< bytes from the start of the uncompressed file
    bool isCut = false;  ///< the file ends in this line, perhaps in the middle of a number
};

/// What a run says about its own layout; the first statement counts.
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
    std::optional<double> elapsedSeconds;

    /// Takes over what is not known here.
    void fillFrom(const LogFacts& other);
    /// Derives what follows from the rest: world = tensor x pipeline x context x data, and microbatches.
    void complete();
};

/// Step lines as they come. Bounded; finish() sorts them and takes repeats out.
class StepTable {
public:
    /// Ranks of one step print the same line more or less; a run that was resumed prints a step again for real.
    enum class Repeats { KeepFirst, KeepFirstUnlessLossDiffers };
    static constexpr size_t maximumSteps = size_t(4) << 20;

    /// False (and counted as an issue, once) where the table is full.
    bool add(const LogStep& step, ImportReport& report);
    bool isEmpty() const { return m_steps.empty(); }
    LogStep& last() { return m_steps.back(); }
    std::vector<LogStep> finish(Repeats repeats, uint64_t& repeated, ImportReport& report);

private:
    std::vector<LogStep> m_steps;
    bool m_isFull = false;
};

/// What the readers share while a log is read.
class LogSheet {
public:
    static constexpr double longestMs = longestDurationNs / 1e6;

    explicit LogSheet(ImportReport& importReport) : report(importReport) { }

    ImportReport& report;
    LogFacts stated;                     ///< printed by the program
    LogFacts requested;                  ///< flags of its command line: believed where the program states nothing
    std::optional<int64_t> lastStep;     ///< number of the last step line of any kind
    std::map<int64_t, double> memoryGiB; ///< by step, fullest rank

    /// Time in ms from a printed figure; what is not finite, negative or absurd is an issue and no time. `describe`
    /// gives the words for it and is called only then.
    template <typename Describe>
    std::optional<double> time(logtext::Number number, double toMs, const LogLine& line, const Describe& describe)
    {
        const double ms = number.value * toMs;
        if (number.isFinite && isTime(ms))
            return ms;
        reportNumber(number, ms, line, describe());
        return std::nullopt;
    }
    /// A figure that only has to be finite.
    template <typename Describe>
    std::optional<double> figure(logtext::Number number, const LogLine& line, const Describe& describe)
    {
        if (number.isFinite)
            return number.value;
        reportNumber(number, 0, line, describe());
        return std::nullopt;
    }
    void noteMemory(int64_t step, double gibibytes);

    static bool isTime(double ms) { return ms >= 0 && ms <= longestMs; }
    /// Time of one step between the stamps of two lines that lie `steps` apart: none where the clock went back or
    /// leapt.
    static std::optional<double> stepMsBetween(int64_t fromMs, int64_t toMs, int64_t steps);

private:
    void reportNumber(logtext::Number number, double ms, const LogLine& line, const Message& what);
};

/// Knows the lines of one kind of log. All readers see every line, because a log's kind often shows late.
class LogReader {
public:
    virtual ~LogReader() = default;
    virtual RunLog::Kind kind() const = 0;
    /// 0 to 100: how surely these first bytes are of this kind.
    virtual int sniff(std::string_view head) const = 0;
    virtual void read(const LogLine& line, LogSheet& sheet) = 0;
    /// Records of steps that were found.
    virtual uint64_t evidence() const = 0;
    /// Something was found that only this kind prints, if not yet a step.
    virtual bool hasMarks() const = 0;
    /// Puts what was found into the log. Called once, at the end: first for the reader whose kind the log has, then for
    /// the others, which add only what is missing.
    virtual void finish(RunLog& log, LogSheet& sheet) = 0;
};

/// Fills gaps of the steps that are there from others with the same number. Both sorted.
void fillSteps(std::vector<LogStep>& steps, const std::vector<LogStep>& others);

} // namespace bubblescope
