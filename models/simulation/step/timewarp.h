// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <vector>

namespace bubblescope {

/// Maps old times to new ones along the nodes of a timeline.
class TimeWarp {
public:
    /// Where one node ends and the next begins, waiting belongs to the next one. In order of `from`.
    void add(TimeNs from, TimeNs to);
    /// Between two nodes in proportion; before the first and behind the last one at the same distance.
    TimeNs operator()(TimeNs time) const;

private:
    std::vector<TimeNs> m_from;
    std::vector<TimeNs> m_to;
};

} // namespace bubblescope
