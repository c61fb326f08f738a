// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <span>
#include <vector>

namespace bubblescope {

// Where only a part of a run is there, the k-th record of a rank is not the k-th of another: the part cuts their steps
// at different records. What ranks do in one step corresponds, though.

/// The number of the rank's step in which a span begins: its first one before that, 0 if it has none.
int32_t stepNumberOf(const Trace& trace, int32_t rank, SpanId span);

/// Which of several ranks' records, each list in order of time, are of one collective. Those of a step that all ranks
/// show alike correspond in their order. Of the others, which the part cut, the last ones of the first step and the
/// first ones of the others, as long as they ran at the same time. Steps that are known to be whole are given by
/// number, ascending: what all ranks show alike in them corresponds even if their clocks are apart.
std::vector<std::vector<SpanId>> correspondingInPart(const Trace& trace,
    const std::vector<const std::vector<SpanId>*>& sequences, std::span<const int32_t> wholeSteps = {});

} // namespace bubblescope
