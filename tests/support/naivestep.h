// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The operations of ranks in a step, to be simulated event by event: slow and obvious, to check the fast re-timing.
/// Shares no code with it.
struct NaiveStep {
    /// Times in ns.
    struct Operation {
        std::string name;
        int line = 0; ///< operations of one line run one after another, in the order of the list
        TimeNs lead = 0;
        TimeNs cost = 0;
        std::vector<size_t> after = {}; ///< operations of other lines
    };
    /// A message that an operation sends or receives. The k-th send over a channel matches the k-th receive.
    struct Leg {
        size_t operation = 0;
        bool sends = false;
        int from = 0;
        int to = 0;
        int tag = 0;
        TimeNs cost = 0; ///< that of the sender counts
    };
    struct Collective {
        std::vector<size_t> members;
        TimeNs cost = 0;
    };
    std::vector<Operation> operations;
    std::vector<Leg> legs;
    std::vector<Collective> collectives;

    size_t add(Operation operation);
    /// Number of legs without a counterpart.
    size_t unmatchedLegs() const;
    /// One line of text per line of operations: `line 0: [F lead 5 cost 10] [S cost 0 sends 0>1/7 in 3] …`.
    std::string picture() const;
};

struct NaiveTimes {
    std::vector<TimeRange> operations; ///< from the end of the lead to its end
    std::vector<TimeRange> messages;   ///< by leg, for sends: from both ends being there to arrival
    std::vector<TimeRange> collectives;
    TimeNs makespan = 0;
};

/// Simulates event by event. An operation waits for its predecessor on its line and for those in `after`, then spends
/// its lead, then its cost. It ends when all its communication has ended. A collective begins when its last member has
/// spent its cost, and ends for all members at once. The same holds for a message; without blocking sends it begins as
/// soon as the sender has spent its cost, and only the receiver waits for it. nullopt for a deadlock.
std::optional<NaiveTimes> playByTheClock(const NaiveStep& step, bool blockingSends);

} // namespace bubblescope
