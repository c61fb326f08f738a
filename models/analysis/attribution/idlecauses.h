// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranksplit.h"
#include "trace.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a host does while its GPU has no work.
enum class IdleKind : uint8_t {
    Input,             ///< fetches a batch
    GarbageCollection, ///< of Python
    Allocation,        ///< cudaMalloc, cudaFree and their like
    ModuleLoading,     ///< inside a call that launches, or one that loads modules
    Synchronization,   ///< it had waited for the GPU, and refills the queue: as much of the pause as it had waited
    HostWork,          ///< Python frames and named ranges of a millisecond or more
    Launching,         ///< operators, calls and short work between them
    Unrecorded,        ///< nothing was recorded
};
inline constexpr int idleKindCount = static_cast<int>(IdleKind::Unrecorded) + 1;
/// Stable: "input", "garbage collection", …
std::string_view idleKindName(IdleKind kind);

/// Host wait of one rank by what its host did meanwhile.
struct IdleCause {
    uint32_t rank = 0; ///< index
    IdleKind kind = IdleKind::Unrecorded;
    StringId name;         ///< of what was recorded; invalid for Unrecorded
    TimeNs time = 0;       ///< of the pauses
    TimeNs kernelWait = 0; ///< of Synchronization: until the next kernel began
    TimeNs recorded = 0;   ///< whole durations of these records
    uint64_t count = 0;    ///< records; of Unrecorded pauses
    TimeRange longest;     ///< pause
    SpanId span;           ///< recorded in it
    SpanId next;           ///< ends it; invalid if nothing in the window does
};

/// What the host of one rank did during its pauses, most time first; adds up to their host wait. Each moment is charged
/// to the innermost record that covers a tenth of the pause or more, on the thread that launches what ends the pause,
/// or on the one that recorded most of it. A call that waited for the GPU as the pause began kept its host back by as
/// long as it blocked: only that much, from the begin of the pause on, is due to it. `rank` is an index into
/// Trace::ranks(). O(spans of the rank in that time).
std::vector<IdleCause> idleCauses(const Trace& trace, uint32_t rank, std::span<const DevicePause> pauses);

/// The pauses of all GPUs in a part of a run, by rank index; `window` is that of a step, or nothing for the whole run.
/// `waiting` is the result of findWaiting(). None of a run that shows no GPU apart from its hosts. As splitRank().
std::vector<std::vector<DevicePause>> devicePauses(const RunContext& context, const Timing& timing,
    std::optional<TimeRange> window, const std::vector<Waiting>& waiting);

/// Of all ranks, whose pauses come by index; ranks run on several threads.
std::vector<IdleCause> idleCausesOf(const Trace& trace, std::span<const std::vector<DevicePause>> pauses);

/// The operator that waits for the GPU by this call, "aten::item", or the call itself.
SpanId waitingOperator(const Trace& trace, SpanId call);

} // namespace bubblescope
