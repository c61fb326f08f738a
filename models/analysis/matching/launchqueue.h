// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace bubblescope {

class RunContext;

/// What a rank's host has given to its device and the device has not finished: a launch call that finds this queue full
/// blocks until there is room. How deep it is follows from the calls that blocked; where none did, it is taken to be
/// as deep as CUDA's.
class LaunchQueue {
public:
    LaunchQueue() = default;
    /// O(n log n) in the launches of the rank.
    LaunchQueue(const Trace& trace, int32_t rank);

    /// Calls whose work is unfinished at most.
    size_t depth() const { return m_depth; }
    /// Whether the call waited for room: it waited for the device, and did not work.
    bool blocked(SpanId call) const { return m_blocked.contains(call.value); }
    /// All of these, by begin.
    std::vector<SpanId> blockedCalls() const;
    /// What the call itself took, without waiting for room.
    TimeNs ownTime(SpanId call) const;

private:
    const Trace* m_trace = nullptr;
    size_t m_depth = 0;
    std::unordered_map<uint32_t, TimeNs> m_blocked; // by call: what such a call takes otherwise
};

/// Those of all ranks, in their order: found once for the trace of a context, which must outlive them.
std::shared_ptr<const std::vector<LaunchQueue>> launchQueuesOf(const RunContext& context);

} // namespace bubblescope
