// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

namespace bubblescope {

/// One operation of a rank: a pass, a message to or from another rank, or both directions in one fused call.
struct ScheduledOperation {
    Operation operation = Operation::Other; ///< Forward, Backward, WeightGradient, or a send or receive
    Operation second = Operation::Other;    ///< the receive of a fused pair, else Other
    Pass pass = Pass::Forward;              ///< for work
    Phase phase = Phase::Steady;
    bool startsSteady = false;  ///< the receive between warmup and steady state
    bool joinsPrevious = false; ///< another message of the previous call: both are in transfer at the same time
    bool overlapsNext = false;  ///< work that runs together with the next work
    int16_t chunk = 0;
    int16_t peer = -1; ///< pipeline rank at the other end of a message
    int32_t microbatch = 0;
    int32_t secondMicrobatch = 0;
    bool isFused() const { return second != Operation::Other; }
    bool isWork() const { return peer < 0; }
};
using OperationList = std::vector<ScheduledOperation>;

/// The program of one rank with its messages: each receive directly precedes the pass that needs it. In the steady
/// state of 1F1B, a send and a following receive from the same neighbour are fused into one call, as in Megatron: as
/// separate calls they would deadlock.
OperationList withMessages(const Schedule& schedule, int rank);
/// Those of all ranks.
std::vector<OperationList> withMessages(const Schedule& schedule);

/// The programs of all ranks for blocking sends. Messages are placed where both ends have nothing else to do, as far as
/// these costs allow; all ranks use one global order of messages, so there is no deadlock. Messages without work in
/// between form one call. Empty if the schedule itself deadlocks.
std::vector<OperationList> withRendezvous(const Schedule& schedule, const PassCosts& costs);

/// True if withMessages() is free of deadlocks with blocking sends, too: the schedules that Megatron runs that way.
bool pairsItsMessages(const Schedule& schedule);

/// How much all programs make of something of which the first makes `ofFirst`: for as much work, and one for each of
/// their own messages.
size_t ofAllPrograms(const std::vector<OperationList>& programs, size_t ofFirst);

} // namespace bubblescope
