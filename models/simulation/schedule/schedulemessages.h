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

/// What holds up a rank where sends block.
enum class SendProtocol : uint8_t {
    /// Both ends of a message meet in their calls, and a call lasts until all its messages are over: Megatron's GPipe,
    /// 1F1B and interleaved 1F1B (Narayanan et al. 2021; megatron/core/pipeline_parallel/schedules.py).
    Rendezvous,
    /// Receives were posted before: a send holds its rank as long as its transfer, and waits for nobody. So do the
    /// batched isend and irecv of the zero-bubble runtime, which posts a receive before the pass that its sender is in
    /// (Qi et al. 2024; sail-sg/zero-bubble-pipeline-parallelism, zerobubble/scheduler/communication.py), and those of
    /// DualPipe (deepseek-ai/DualPipe), whose two directions share a call.
    Posted
};
SendProtocol sendProtocolOf(ScheduleKind kind);

/// The programs of all ranks for sends that block, after sendProtocolOf(). They follow from the order of the passes
/// alone, whatever these take: less work never makes a step longer. What interleaved 1F1B sends after a pass is one
/// call with what the next pass of that direction receives, as Megatron exchanges it; the last call of the warmup
/// receives for the first backward, too.
std::vector<OperationList> withBlockingMessages(const Schedule& schedule);

/// What passes cost where sends block and receives are posted: a rank is held by what it sends, which then has arrived.
/// Not for DualPipe, whose messages share calls.
PassCosts withHeldSends(const Schedule& schedule, const PassCosts& costs);

/// How much all programs make of something of which the first makes `ofFirst`: for as much work, and one for each of
/// their own messages.
size_t ofAllPrograms(const std::vector<OperationList>& programs, size_t ofFirst);

} // namespace bubblescope
