// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <span>
#include <vector>

namespace bubblescope {

/// An action of a host thread that others wait for, or that waits for others.
struct HostEvent {
    enum class Kind : uint8_t {
        Launch,        ///< launches GPU work at its begin
        Wait,          ///< waits until a GPU has finished its work
        StreamWait,    ///< makes one stream of the GPU wait for another
        Communication, ///< by the host itself
        Compute,       ///< by the host itself, on ranks without a device
        HandOver,      ///< another thread continues from here; takes no time
        Resume,        ///< the thread slept until another had reached a point
    };
    Kind kind = Kind::Launch;
    TimeRange range;
    SpanId span;         ///< the call; invalid if the event is not a call
    uint32_t thread = 0; ///< of Resume: index of the thread that it waited for, ...
    TimeNs reached = 0;  ///< ... and the time that thread had reached
};

/// A thread of the host.
struct HostThread {
    TrackId track;
    TimeRange range;               ///< first begin to last end
    std::vector<HostEvent> events; ///< by begin
};

/// The threads of one rank in a part of the run; those that launch or await work, or communicate, come first.
/// `startedBy`: by span, what a call launched first. Records do not state which thread wakes which. Inferred: a thread
/// that starts to work after a pause was woken by the thread that did something last, if that was shortly before; that
/// thread in turn waits for it if it does nothing until the other is done. O(n log n) in the spans of the rank.
std::vector<HostThread> hostThreads(
    const Trace& trace, int32_t rank, TimeRange range, std::span<const SpanId> startedBy);

/// True for what lasts about as long as a step, such as the mark of it: by itself it does not show that a host worked.
bool framesRange(TimeRange span, TimeRange range);
/// True if nothing but communication and such marks was recorded in it: nothing shows what waits for what. O(spans).
bool recordsOnlyCommunication(const Trace& trace, TimeRange range);

/// True for calls that return when GPU work is done.
bool awaitsDevice(const Trace& trace, SpanId span);

} // namespace bubblescope
