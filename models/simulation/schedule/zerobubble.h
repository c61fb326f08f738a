// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

// For makeSchedule() only, which has checked the arguments.
namespace bubblescope {

/// ZB-H1 with `inFlight` = ranks, ZB-H2 with 2 ranks - 1, and values between and below. A rank of ZB-H1 idles for (p -
/// 1) (F + B - W), as in Qi et al. 2024, Table 2, if W <= F. If W > F it idles for (p - 1) B: with p microbatches in
/// flight the first rank has no work until its first input gradient arrives, (p - 1) B after its last warmup pass, so
/// no order can do better.
RankProgram handcraftedZeroBubbleProgram(int ranks, int rank, int microbatches, int inFlight);
/// Two chunks in a V: the first rank has the first and the last stage of the model (Qi et al. 2024, 2024b). The full
/// pattern needs 2 ranks - 1 microbatches; with fewer, or unequal costs, its weight gradients are badly placed.
RankProgram zbVProgram(int ranks, int rank, int microbatches);

} // namespace bubblescope
