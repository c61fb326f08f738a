// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Where the steps of ranks end, and numbered steps as stated: what a TraceBuilder knows of them.
struct BuiltSteps {
    struct End {
        int32_t rank;
        TimeNs end;
    };
    std::vector<End> ends;
    std::vector<RankStep> stated;

    void setRank(int32_t from, int32_t to);
    void shift(TimeNs by);
    void append(const BuiltSteps& from);
    /// The steps of each rank of a trace that has all but these: those stated, else those between its ends, else one.
    std::vector<RankStep> ofRanks(const Trace& trace) const;
};

} // namespace bubblescope
