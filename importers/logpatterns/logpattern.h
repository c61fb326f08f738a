// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a named group of a pattern states of a step.
enum class LogField : uint8_t {
    Step,
    Seconds,
    Milliseconds,
    StepsPerSecond,
    Loss,
    Tokens, ///< per second, as printed
    Samples,
    LearningRate,
    GradientNorm,
    Mfu, ///< percent
    Teraflops,
    Gibibytes,
    PartSeconds, ///< time of a part of the step, by the name of the group
    PartMilliseconds
};

/// How the lines of one trainer state their steps: a file `{"name": "my trainer", "lines": ["step (?<step>\\d+) took
/// (?<time_s>[\\d.]+) s"]}`, taught by the user or built in (resources/logs). Patterns are those of RE2, which takes
/// time linear in the line whatever both are: no references backwards, no looking ahead. Groups may also be written
/// `(?P<step>…)`. Immutable: one object serves all threads.
class LogPattern {
public:
    /// One named group of a line.
    struct Stated {
        LogField field = LogField::Step;
        std::string_view part; ///< name of the part, of the pattern's life
        std::string_view text; ///< of the line
    };

    ~LogPattern();
    LogPattern(const LogPattern&) = delete;
    LogPattern& operator=(const LogPattern&) = delete;

    /// An error says what is wrong, and where: its offset counts from the start of the text for what is no JSON, else
    /// from the start of the pattern that its message names.
    static Result<std::shared_ptr<const LogPattern>> parse(std::string_view json);
    /// The same of a file.
    static Result<std::shared_ptr<const LogPattern>> read(const std::string& path);

    const std::string& name() const { return m_name; }
    const std::vector<std::string>& lines() const { return m_lines; }
    /// What parse() reads back; also by which patterns differ.
    std::string text() const;
    /// False if no line states the number of its step: lines that state a time are then counted.
    bool statesSteps() const { return m_statesSteps; }
    /// False if no line states a time: it is then taken from the stamps of lines.
    bool statesTimes() const { return m_statesTimes; }
    /// Number of the first pattern that matches somewhere in the line, and what its groups hold; -1 if none does.
    int match(std::string_view line, std::vector<Stated>& stated) const;

private:
    struct Line;
    LogPattern();

    std::string m_name;
    std::string m_mark; ///< part of each of its lines; empty for none
    std::vector<std::string> m_lines;
    std::vector<std::unique_ptr<Line>> m_compiled;
    bool m_statesSteps = false;
    bool m_statesTimes = false;
};
using LogPatternPtr = std::shared_ptr<const LogPattern>;

/// Those of resources/logs, by the names of their files.
const std::vector<LogPatternPtr>& builtinLogPatterns();
/// Those that the user keeps for all runs: `*.bubblelog.json` of a folder, by name. What cannot be used is left out;
/// the names of such files are added to `refused`.
std::vector<LogPatternPtr> logPatternsOf(const std::string& folder, std::vector<std::string>* refused = nullptr);
/// "$XDG_CONFIG_HOME/bubblescope/logs", else below ~/.config; empty without a home.
std::string userLogPatternFolder();

} // namespace bubblescope
