// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What ranks do in a step, to be played by the clock: slow and obvious, for comparison with what is fast. Shares no
/// code with the re-timing.
struct NaiveStep {
    /// Times in ns.
    struct Operation {
        std::string name;
        int line = 0; ///< operations of one line come one after the other, in the order of the list
        TimeNs lead = 0;
        TimeNs cost = 0;
        std::vector<size_t> after = {}; ///< of other lines
    };
    /// An operation sends a message, or gets one. The k-th that is sent over a channel is the k-th that is received.
    struct Leg {
        size_t operation = 0;
        bool sends = false;
        int from = 0;
        int to = 0;
        int tag = 0;
        TimeNs cost = 0; ///< the sender's counts
    };
    struct Collective {
        std::vector<size_t> members;
        TimeNs cost = 0;
    };
    std::vector<Operation> operations;
    std::vector<Leg> legs;
    std::vector<Collective> collectives;

    size_t add(Operation operation);
    /// Legs that nobody answers.
    size_t unmatchedLegs() const;
    /// One line of text per line of operations: `line 0: [F lead 5 cost 10] [S cost 0 sends 0>1/7 in 3] …`.
    std::string picture() const;
};

struct NaiveTimes {
    std::vector<TimeRange> operations; ///< from the lead's end to where it is over
    std::vector<TimeRange> messages;   ///< by leg, for those that send: from both being there to arrival
    std::vector<TimeRange> collectives;
    TimeNs makespan = 0;
};

/// Turns the clock from event to event. An operation waits for the one before it on its line and for those that it
/// comes after, then spends its lead, then its cost. It is over once all its communication is. A collective begins when
/// its last member has spent its cost, and ends for all. A message likewise, or, where sends do not block, as soon as
/// the sender has and what was told before of its sends to the same rank is over: then nobody but the receiver waits for it. Nothing where somebody waits for ever.
std::optional<NaiveTimes> playByTheClock(const NaiveStep& step, bool blockingSends);

} // namespace bubblescope
