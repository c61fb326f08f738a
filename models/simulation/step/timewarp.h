// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstddef>
#include <vector>

namespace bubblescope {

/// Maps old times to new ones along the nodes of a timeline.
class TimeWarp {
public:
    /// Where one node ends and the next begins, waiting belongs to the next one. In order of `from`.
    void add(TimeNs from, TimeNs to);
    /// Between two nodes in proportion; before the first and behind the last one at the same distance. `near` is where
    /// the last time was found, 0 at first: those that come about in order are found at once.
    TimeNs operator()(TimeNs time, size_t& near) const;

private:
    std::vector<TimeNs> m_from;
    std::vector<TimeNs> m_to;
};

} // namespace bubblescope
