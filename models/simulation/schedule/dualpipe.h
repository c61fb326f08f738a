// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

// For makeSchedule() only, which has checked the arguments.
namespace bubblescope {

/// DeepSeek-AI 2024, section 3.2.1. Bidirectional; the first half of the microbatches runs in chunk 0, the second half
/// in chunk 1.
RankProgram dualPipeProgram(int ranks, int rank, int microbatches);
/// deepseek-ai/DualPipe, dualpipev.py: DualPipe of twice as many ranks, of which one half is left. Two chunks in a V,
/// through both of which all microbatches run.
RankProgram dualPipeVProgram(int ranks, int rank, int microbatches);

} // namespace bubblescope
