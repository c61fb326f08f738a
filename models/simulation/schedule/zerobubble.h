// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

// For makeSchedule() alone: arguments were checked there.
namespace bubblescope {

/// ZB-H1 with `inFlight` = ranks, ZB-H2 with 2 ranks - 1, and what lies between and below them. A rank of ZB-H1 idles
/// for (p - 1) (F + B - W), as Qi et al. 2024, Table 2, has it, where W <= F. Where W > F it is (p - 1) B: with p
/// microbatches in flight the first rank has nothing to do until its first input gradient comes, (p - 1) B after its
/// last warmup pass, so no order can do better.
RankProgram handcraftedZeroBubbleProgram(int ranks, int rank, int microbatches, int inFlight);
/// Two chunks in a V: the first rank has the first and the last stage of the model (Qi et al. 2024, 2024b). The pattern
/// unfolds with 2 ranks - 1 microbatches; with fewer, or other costs than equal ones, its weight gradients stand badly.
RankProgram zbVProgram(int ranks, int rank, int microbatches);

} // namespace bubblescope
