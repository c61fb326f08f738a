// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"

#include <vector>

namespace bubblescope {

/// A rank whose times differ from those of most ranks of its host.
struct RankClock {
    uint32_t rank = 0;    ///< index into Trace::ranks()
    TimeNs shift = 0;     ///< to be added to its times
    TimeNs residual = 0;  ///< median absolute deviation of its collectives after that
    uint32_t matches = 0; ///< collectives that it rests on
};

/// Collectives whose members leave together, once the last has come: all-reduces, all-gathers and all-to-alls.
Collectives leftTogether(const Trace& trace, const Collectives& collectives);

/// Profilers convert a device's clock to that of the host once per process, some of them badly, and containers may have
/// clocks of their own: ranks of one host may be apart, too. Collectives prove it where each of them, three or more,
/// shows the same distances; these are what has to be added, sorted by rank. Empty where they do not agree. O(members
/// of collectives).
std::vector<RankClock> clocksWithinHosts(const Trace& trace, const Collectives& collectives);

} // namespace bubblescope
