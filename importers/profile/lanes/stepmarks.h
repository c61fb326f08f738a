// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicestages.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// Marks of training steps: host ranges around a step, or instants at its start, in the file's own times.
class StepMarks {
public:
    struct Mark {
        std::string process;
        int number = 0;
        TimeNs begin = 0;
        std::optional<TimeNs> end = std::nullopt;      ///< as stated by this program's writer
        std::optional<TimeNs> rangeEnd = std::nullopt; ///< end of the host's range around the step
        std::optional<TimeNs> lag = std::nullopt; ///< stated: this is the host's range of a device's step, see RankStep
        bool isRecording = false;                 ///< stated: the whole recording
    };

    bool isEmpty() const { return m_marks.empty(); }
    void add(Mark mark) { m_marks.push_back(std::move(mark)); }
    void clear() { m_marks.clear(); }
    /// The profiler's own calls, before and after what it was to record.
    void leaveOutUntil(TimeNs time) { m_wanted.begin = std::max(m_wanted.begin, time); }
    void leaveOutFrom(TimeNs time) { m_wanted.end = std::min(m_wanted.end, time); }
    /// The file breaks off: what follows the last range around a step belongs to steps that are not known.
    void noteCut() { m_isCut = true; }
    bool isCut() const { return m_isCut; }
    /// By rank and number: a step lasts until the next one begins; the last one until its range ends or the device,
    /// which lags behind, is done. Its host's range is known where it was marked. Without marks, the whole recording
    /// except start-up, shut-down and the profiler's own span and calls stands for one, see wholeRecording(). Where the
    /// recorder itself says from when to when the device worked on a step, it is that.
    std::vector<RankStep> settled(const EventLanes& lanes, const TraceProcesses& processes, const DeviceStages& stages,
        std::optional<TimeRange> slice) const;

private:
    using Key = std::pair<int32_t, int>; ///< rank and step number
    struct Place {
        TimeNs begin = 0;
        std::optional<TimeNs> end = std::nullopt;
        std::optional<TimeNs> rangeEnd = std::nullopt;
        TimeRange host {};
        TimeNs lag = 0;
        bool isRecording = false;
    };
    using Steps = std::map<Key, Place>;

    Steps unitedByRank(const TraceProcesses& processes) const;

    std::vector<Mark> m_marks;
    TimeRange m_wanted {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};
    bool m_isCut = false;
};

} // namespace bubblescope
