// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <string>
#include <string_view>

namespace bubblescope {

struct RankTraceStyle {
    int decimals = 2;        ///< of a millisecond; times are rounded to this, begin and end each on its own
    TimeNs clockBase = 0;    ///< added to every time: a time stamp of 0 means "not known" in this format
    bool simulation = false; ///< descriptions of a single-GPU recording
};

/// The operations of one rank in the grammar of the Echo / Megatron tracer, by the rank's own clock (before
/// alignment); what RankTraceImporter reads back. Empty where the trace has no such rank.
std::string writeRankTrace(const Trace& trace, int rank, const RankTraceStyle& style = {});

/// "wd8_tp2_pp4_numl40_bs2_GPT2BPETokenizer_rank6_20240923205004.txt"; what is not known is left out.
std::string rankTraceFileName(const ParallelLayout& layout, int rank, std::string_view stamp);

} // namespace bubblescope
