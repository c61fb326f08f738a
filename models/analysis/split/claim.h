// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

namespace bubblescope {

/// What is charged if several lanes of a rank are busy at once; the highest claim wins.
enum class Claim : uint8_t {
    None,
    Bubble,
    Host,
    Waiting,
    Copy,
    Stream,
    Communication,
    Compute,
    InnerCompute,
    InnerCommunication
};
inline constexpr size_t claimCount = static_cast<size_t>(Claim::InnerCommunication) + 1;

/// `hasDevice`: a profiler shows the GPU of the rank. Then host threads take no time of the step, except for
/// communication without a GPU.
Claim claimOf(const Trace& trace, SpanId span, Lane lane, bool hasDevice);

} // namespace bubblescope
