// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What programs say that they do between steps: save a checkpoint, evaluate, collect garbage. Where the line, or those
/// at the begin and end, state how long it took, it becomes a timer of the step that follows.
class LogPauses {
public:
    /// `lastStep`: of the last step line before.
    void read(const LogLine& line, std::optional<int64_t> lastStep);
    /// Adds the timers, the longest of several ranks.
    void finish(RunLog& log) const;

private:
    struct Pause {
        int64_t afterStep = 0;
        const char* name = nullptr;
        double ms = 0;
    };
    static constexpr size_t mostPauses = size_t(1) << 20;

    void readCheckpoint(std::string_view text, std::optional<double> ms, int64_t lastStep);
    void add(int64_t afterStep, const char* name, double ms);

    std::vector<Pause> m_pauses;
    std::optional<int64_t> m_savesSinceMs; ///< by the time stamp of its line
};

} // namespace bubblescope
