// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logpattern.h"
#include "logreader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Steps by patterns of lines, see LogPattern. A line that states the number of a step begins it, unless it states more
/// of the step before; one that states none belongs to the step before. Where no pattern has a number, lines are
/// counted.
class TaughtLinesReader final : public LogReader {
public:
    /// The first that matches counts.
    explicit TaughtLinesReader(std::vector<LogPatternPtr> patterns);

    RunLog::Kind kind() const override { return RunLog::Kind::Trainer; }
    int sniff(std::string_view head) const override;
    void read(const LogLine& line, LogSheet& sheet) override { take(line, sheet); }
    /// True if a pattern matches.
    bool take(const LogLine& line, LogSheet& sheet);
    uint64_t evidence() const override { return m_lines; }
    bool hasMarks() const override { return false; }
    void dropFrom(uint64_t offset) override;
    void finish(RunLog& log, LogSheet& sheet) override;

    bool isEmpty() const { return m_patterns.empty(); }
    uint64_t seenLines() const { return m_seen; }
    /// The first line that is not empty; its begin, if it is long.
    const std::string& firstLine() const { return m_firstLine; }

private:
    void setTimeByStamp(LogStep& step, const LogLine& line);
    LogStep& stepOf(const LogPattern& pattern, int number, const LogLine& line);
    void set(const LogPattern::Stated& stated, LogStep& step, const LogLine& line);
    void addPart(const LogPattern::Stated& stated, logtext::Number value, const LogLine& line);

    std::vector<LogPatternPtr> m_patterns;
    const LogPattern* m_pattern = nullptr; ///< of the lines so far
    std::vector<LogPattern::Stated> m_stated;
    ImportReport m_report; ///< of these lines, reported only if the log consists of them
    LogSheet m_sheet {m_report};
    LogStepTable m_steps;
    std::optional<int64_t> m_stampMs; ///< of the last step, where no pattern states a time
    int64_t m_stampedStep = 0;
    LogStep m_left; ///< of lines beyond what the table holds, and of those without a step
    std::vector<LogTimer> m_parts;
    uint64_t m_statedOfStep = 0; ///< by number of the pattern: those that have matched in the last step
    uint64_t m_lines = 0;
    uint64_t m_seen = 0;
    std::string m_firstLine;
    bool m_isFull = false;
};

} // namespace bubblescope
