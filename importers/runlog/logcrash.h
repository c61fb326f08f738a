// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bubblescope {

/// What ended a run, or one of its starts: a collective that timed out
/// (torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp), memory that was not there, an exception, a signal
/// (torch/distributed/elastic, srun). The first of them counts, unless the run went on: it then was dealt with.
class LogCrashes {
public:
    /// `lastStep`: of the last step line before.
    void read(const LogLine& line, std::optional<int64_t> lastStep);
    /// True where an error was printed since the last step line.
    bool isOpen() const { return m_crash.has_value(); }
    /// Reports all, and returns what the log ends in: "after step 50: …"; empty if it ends in none. `path`: of the log,
    /// beside which dumps may lie; empty if it has none.
    Message finish(ImportReport& report, std::optional<int64_t> lastStep, const std::string& path);

private:
    enum class Kind : uint8_t { TimedOut, OutOfMemory, Exception, Signal };
    struct Crash {
        Kind kind = Kind::Exception;
        std::optional<int64_t> afterStep;
        std::set<int> ranks;
        std::string operation; ///< that timed out
        int64_t sequence = -1; ///< its number
        std::string text;
        uint64_t offset = 0;
    };

    static std::optional<Crash> crashIn(const LogLine& line);
    static Message described(const Crash& crash);
    void settle(std::optional<int64_t> lastStep);

    std::string m_dump;           ///< of NCCL's flight recorder, the first whose place is printed
    std::optional<Crash> m_crash; ///< not known yet whether the run went on
    std::vector<Crash> m_crashes;
};

} // namespace bubblescope
