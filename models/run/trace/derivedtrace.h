// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Traces made of finished ones: on other hosts, at other times, with arrows.
class DerivedTrace {
public:
    /// The same trace with every host's times shifted (ns, by host index, added) or, where `ownStart` says so, its
    /// ranks each drawn from their own start; and with the arrows found meanwhile.
    struct Alignment {
        std::vector<TimeNs> hostShift;
        std::vector<bool> ownStart;
    };
    static Trace aligned(Trace&& trace, const Alignment& alignment);
    /// The same trace with its ranks on these hosts, a name for each of Trace::ranks().
    static Trace onHosts(Trace&& trace, const std::vector<std::string>& hostOfRank);
    static Trace linked(Trace&& trace, std::vector<Link> links);
    /// The same spans at other times, which must leave those of each row in order and apart; shares all else. One step
    /// is assumed. Moves all times so that the first begin is 0.
    static Trace retimed(const Trace& trace, Timing timing);
};

} // namespace bubblescope
