// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

namespace SpanFlag {
/// Placed by the cost model, in a trace that also holds measured spans: the bit that trace.h leaves.
inline constexpr uint8_t modelled = 128;
} // namespace SpanFlag

/// A step of one run and its simulation as one trace, each lane's modelled twin right behind it, so that whatever
/// shows a trace shows both at one scale. Time 0 is where the step begins.
struct InterleavedTrace {
    Trace trace;
    std::vector<SpanId> fromOpened;   ///< where each span of the opened trace went; invalid for those of other steps
    std::vector<SpanId> fromModelled; ///< where each span of the modelled trace went
};

/// `step` is the range of one of the opened trace's steps, or of all of it. Modelled spans carry SpanFlag::modelled,
/// and their lanes are called "compute, modelled". A rank stays at the stage that the opened run gives it.
InterleavedTrace interleaved(const Trace& opened, TimeRange step, const Trace& modelled);

/// Whether a lane is the modelled one of a pair.
bool isModelled(const Trace& trace, TrackId track);

} // namespace bubblescope
