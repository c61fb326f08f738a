// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "tracegraph.h"

#include <optional>

namespace bubblescope {

/// Forward passes of a rank in a step; `rank` is an index into Trace::ranks().
int forwardPasses(const TraceGraph& step, const Trace& trace, uint32_t rank);

/// Why the passes of a measured step cannot be put in another order, or on other ranks: its ranks are not where
/// Megatron puts them, or do not run the same passes. Nothing if they can.
std::optional<Error> whyPassesStay(const TraceGraph& step, const Run& run);

} // namespace bubblescope
