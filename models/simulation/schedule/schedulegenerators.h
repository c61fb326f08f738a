// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

// Orders of the single schedules, for makeSchedule() alone: arguments were checked there.
namespace bubblescope {

/// Huang et al. 2019: all forward passes, then all backward passes.
RankProgram gpipeProgram(int microbatches);
/// Narayanan et al. 2019, with a flush at the end of the step (Narayanan et al. 2021, PipeDream-Flush).
RankProgram oneFOneBProgram(int ranks, int rank, int microbatches);
/// Narayanan et al. 2021 (Megatron-LM), section 2.2: groups of as many microbatches as ranks go through one chunk after
/// another.
RankProgram interleavedProgram(int ranks, int rank, int microbatches, int chunks);

/// ZB-H1 with `inFlight` = ranks, ZB-H2 with 2 ranks - 1, and what lies between and below them. A rank of ZB-H1 idles
/// for (p - 1) (F + B - W), as Qi et al. 2024, Table 2, has it, where W <= F. Where W > F it is (p - 1) B: with p
/// microbatches in flight the first rank has nothing to do until its first input gradient comes, (p - 1) B after its
/// last warmup pass, so no order can do better.
RankProgram handcraftedZeroBubbleProgram(int ranks, int rank, int microbatches, int inFlight);
/// Two chunks in a V: the first rank has the first and the last stage of the model (Qi et al. 2024, 2024b).
RankProgram zbVProgram(int ranks, int rank, int microbatches);
/// The best of several greedy orders under the request's costs and limit, after the heuristic of Qi et al. 2024,
/// section 3.
std::vector<RankProgram> automaticZeroBubblePrograms(const ScheduleRequest& request);

/// DeepSeek-AI 2024, section 3.2.1. Both directions; the first half of the microbatches run in chunk 0, the second in
/// chunk 1.
RankProgram dualPipeProgram(int ranks, int rank, int microbatches);

/// Warmup lasts until the first backward, cooldown starts after the last forward.
void markPhases(RankProgram& program);

} // namespace bubblescope
