// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// Where another run begins in the same file, as `>> train.log` makes it: numbers start over, later. Neither
/// what other ranks print again is one, nor an epoch whose numbers start over, nor a run that was resumed at a step.
class RunStarts {
public:
    /// Of each line, once it was read. `lastStep`: of the last step line up to it. `hasCrashed`: an error was printed
    /// since the step before. True if the line is the first step of another run.
    bool isAnother(const LogLine& line, std::optional<int64_t> lastStep, bool hasCrashed);
    /// Of the lines so far; of the run before where the last line began another.
    std::optional<int64_t> lastOfRun() const { return m_lastOfRun; }

private:
    bool startsOver(std::string_view text, int64_t step, bool hasCrashed) const;

    std::optional<int64_t> m_first; ///< number of the run's first step
    std::optional<int64_t> m_last;
    std::optional<int64_t> m_lastOfRun;
    int64_t m_top = 0;      ///< the greatest number of the run
    int64_t m_distance = 0; ///< between the numbers of two lines, at least; 0 before there are two
    std::string m_firstLine;
    std::string m_lastLine;
};

} // namespace bubblescope
