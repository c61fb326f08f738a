// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// Marks of training steps: ranges of the host around a step, or instants at its begin. Times are the file's own.
class StepMarks {
public:
    struct Mark {
        std::string process;
        int number = 0;
        TimeNs begin = 0;
        std::optional<TimeNs> end = std::nullopt;      ///< as this program's writer states it
        std::optional<TimeNs> rangeEnd = std::nullopt; ///< of the host's range around the step
    };

    void add(Mark mark) { m_marks.push_back(std::move(mark)); }
    /// A step lasts until the next one begins; the last until its range ends or, as it is behind the host, the device
    /// is done. Where none is marked, all that was recorded is one; the recording itself is longer. `base` is added.
    void settle(TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base,
        std::optional<TimeRange> slice) const;

private:
    using Key = std::pair<int32_t, int>; ///< rank and number
    struct Place {
        TimeNs begin = 0;
        std::optional<TimeNs> end = std::nullopt;
        std::optional<TimeNs> rangeEnd = std::nullopt;
    };
    using Steps = std::map<Key, Place>;

    Steps unitedByRank(const TraceProcesses& processes) const;

    std::vector<Mark> m_marks;
};

} // namespace bubblescope
