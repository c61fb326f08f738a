// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

namespace bubblescope {

/// One thing that a rank does: a pass, or a message to or from another rank, or both directions in one fused call.
struct ScheduledOperation {
    Operation operation = Operation::Other; ///< Forward, Backward, WeightGradient, or a send or receive
    Operation second = Operation::Other;    ///< the receive of a fused pair, else Other
    Pass pass = Pass::Forward;              ///< of work
    Phase phase = Phase::Steady;
    bool startsSteady = false;  ///< the receive that stands between warmup and steady state
    bool joinsPrevious = false; ///< a further message of the call before it: both are under way at once
    bool overlapsNext = false;  ///< work that runs together with the work behind it
    int16_t chunk = 0;
    int16_t peer = -1; ///< pipeline rank at the other end of a message
    int32_t microbatch = 0;
    int32_t secondMicrobatch = 0;
    bool isFused() const { return second != Operation::Other; }
    bool isWork() const { return peer < 0; }
};
using OperationList = std::vector<ScheduledOperation>;

/// The program of one rank with its messages: each receive stands before the pass that needs it. Where a steady-state
/// send of 1F1B is followed by the opposite receive from the same neighbour, the two are one fused call, as Megatron
/// issues them: apart they would wait for each other for ever.
OperationList withMessages(const Schedule& schedule, int rank);

/// The programs of all ranks for sends that last until the receiver is there. Messages stand where both ends have
/// nothing else to do, as far as these costs allow; all ranks meet in one order, so they never wait in a cycle.
/// Messages with no work between them are one call. Nothing if the schedule itself cannot be run.
std::vector<OperationList> withRendezvous(const Schedule& schedule, const PassCosts& costs);

/// Whether withMessages() is free of cycles for sends that block, too: the schedules that Megatron runs so.
bool pairsItsMessages(const Schedule& schedule);

} // namespace bubblescope
