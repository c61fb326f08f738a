// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"
#include "tracebuilder.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// A trace as a picture, one line per lane, times in ms:
///
///     rank0 stage0: [F0 0-10] [B0 12-30]
///     rank0 stage0 comm tp: [allreduce 2-5 in F0]
///     rank1 stage1 host: [get_batch 0-1]
///
/// Letters F, B, W and SF, RF, SB, RB with a number are forward, backward, weight gradient and the sends and receives
/// of that microbatch; other names are known collectives (allreduce, allgather, reduce_scatter, all_to_all, broadcast),
/// optimizer, get_batch, loss. Brackets nest: [F0 0-10 [allreduce 2-5]]. `in NAME` names a parent on another lane (the
/// last span with that name so far); `~NAME` after a span is the second record of a fused pair: [SF1 3-5 ~RB0].
/// A lane without a name is the compute lane. Invalid text aborts the program: the test is wrong, not what it
/// tests.
Trace traceFromText(std::string_view text);
/// The builder before finish(), for tests of what comes after.
TraceBuilder builderFromText(std::string_view text);
/// Converts a trace back to a picture, lanes in the order of the trace.
std::string textFromTrace(const Trace& trace);

} // namespace bubblescope
