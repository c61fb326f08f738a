// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "timerange.h"

#include <functional>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// What ran last on every row of a lane, fed in order of begins. A lane may have as many rows as spans.
class LaneHistory {
public:
    /// Among the last spans of all rows that have ended by `time`, the one with the latest end; of equals that on the
    /// first row. `time` must not decrease from call to call.
    SpanId overBy(TimeNs time);
    SpanId lastOf(RowId row) const;
    void add(RowId row, SpanId span, TimeNs end);

private:
    struct Last {
        SpanId span;
        TimeNs end = 0;
    };
    using Running = std::tuple<TimeNs, RowId, SpanId>;
    using Over = std::pair<TimeNs, uint32_t>; ///< end, and the row negated so that the first one wins

    static Over over(TimeNs end, RowId row) { return {end, RowId::noValue - row.value}; }

    std::unordered_map<RowId, Last> m_last;
    std::priority_queue<Running, std::vector<Running>, std::greater<>> m_running; ///< may include superseded spans
    std::set<Over> m_over;                                                        ///< last spans of rows that are over
};

} // namespace bubblescope
