// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <string>
#include <string_view>

namespace bubblescope {

struct RankTraceStyle {
    int decimals = 2;        ///< of a millisecond; begin and end are rounded separately
    TimeNs clockBase = 0;    ///< added to every time: a time stamp of 0 means "not known" in this format
    bool simulation = false; ///< adds the descriptions of a single-GPU recording
};

/// The operations of one rank in the grammar of the Echo / Megatron tracer, on the rank's own clock (before alignment),
/// as RankTraceImporter reads them. Empty if the trace does not have that rank.
std::string writeRankTrace(const Trace& trace, int rank, const RankTraceStyle& style = {});

/// "wd8_tp2_pp4_numl40_bs2_GPT2BPETokenizer_rank6_20240923205004.txt"; unknown parts are omitted.
std::string rankTraceFileName(const ParallelLayout& layout, int rank, std::string_view stamp);

} // namespace bubblescope
