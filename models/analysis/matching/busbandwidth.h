// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "ids.h"
#include "timerange.h"

#include <optional>

namespace bubblescope {

struct Run;

/// busbw / algbw as defined by nccl-tests (doc/PERFORMANCE.md): 2(n-1)/n for all-reduce, (n-1)/n for all-gather,
/// reduce-scatter and all-to-all, 1 for the rest. 0 if it depends on the number of ranks and that is unknown (0).
double busFactor(Operation operation, int ranks);

/// Bus bandwidth of a recorded transfer in bytes per second; `waiting` is what it only waited at its begin, and no part
/// of the transfer. nullopt unless the operation, its size and group size are known and its time was measured.
std::optional<double> transferBandwidth(const Run& run, SpanId span, TimeNs waiting);

} // namespace bubblescope
