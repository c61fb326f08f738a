// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

namespace SpanFlag {
/// Placed by the cost model, in a trace that also has measured spans: the flag that trace.h leaves free.
inline constexpr uint8_t modelled = 128;
} // namespace SpanFlag

/// A step of one run and its simulation as one trace, each lane followed by its modelled twin, so that every view shows
/// both at one scale. Time 0 is the begin of the step.
struct InterleavedTrace {
    Trace trace;
    std::vector<SpanId> fromOpened;   ///< by span of the opened trace: its place here; invalid if it is in another step
    std::vector<SpanId> fromModelled; ///< by span of the modelled trace: its place here
};

/// `step` is the range of one step of the opened trace, or of all of it. Modelled spans get SpanFlag::modelled and
/// lanes called "compute, modelled". A rank keeps the stage it has in the opened run.
InterleavedTrace interleaved(const Trace& opened, TimeRange step, const Trace& modelled);

/// True for the modelled lane of a pair.
bool isModelled(const Trace& trace, TrackId track);

} // namespace bubblescope
