// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

// For makeSchedule() only, which has checked the arguments.
namespace bubblescope {

/// Huang et al. 2019: all forward passes, then all backward passes.
RankProgram gpipeProgram(int microbatches);
/// Narayanan et al. 2019, with a flush at the end of the step (Narayanan et al. 2021, PipeDream-Flush).
RankProgram oneFOneBProgram(int ranks, int rank, int microbatches);
/// Narayanan et al. 2021 (Megatron-LM), section 2.2: groups of as many microbatches as there are ranks pass through one
/// chunk after another.
RankProgram interleavedProgram(int ranks, int rank, int microbatches, int chunks);

/// The same with each backward split into an input gradient directly followed by its weight gradient.
RankProgram splitBackwards(const RankProgram& program);

/// Warmup ends with the first backward, cooldown starts after the last forward.
void markPhases(RankProgram& program);

} // namespace bubblescope
