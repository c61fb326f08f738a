// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Something a thread of the host does that others wait for, or that waits for others.
struct HostEvent {
    enum class Kind : uint8_t {
        Launch,        ///< starts work of a GPU where it begins
        Wait,          ///< until a GPU has done what it was given
        StreamWait,    ///< a stream of the GPU is told to wait for another
        Communication, ///< of the host itself
        Compute,       ///< of the host itself, where the rank has no device
        HandOver,      ///< another thread goes on from here; no time passes
        Resume,        ///< the thread has slept until another had come to a point
    };
    Kind kind = Kind::Launch;
    TimeRange range;
    SpanId span;         ///< the call; invalid where the event is no call
    uint32_t thread = 0; ///< of Resume: index of the thread that was waited for, ...
    TimeNs reached = 0;  ///< ... and the point it had come to
};

/// A thread of the host.
struct HostThread {
    TrackId track;
    TimeRange range;               ///< first begin to last end
    std::vector<HostEvent> events; ///< by begin
};

/// The threads of one rank in a part of the run; those that start or await work, or communicate, come first.
/// `startedBy`: by span, what a call started first. Who wakes whom is no record's: of those a thread that begins to work after a
/// pause was woken by the thread that did something last, if that was just before; that one waits in turn where it does
/// nothing at all until the other is done. O(n log n) in the spans of the rank.
std::vector<HostThread> hostThreads(
    const Trace& trace, int32_t rank, TimeRange range, std::span<const SpanId> startedBy);

/// True for calls that return when work of a GPU is done.
bool awaitsDevice(const Trace& trace, SpanId span);

} // namespace bubblescope
