// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

// For makeSchedule() alone: arguments were checked there.
namespace bubblescope {

/// DeepSeek-AI 2024, section 3.2.1. Both directions; the first half of the microbatches run in chunk 0, the second in
/// chunk 1.
RankProgram dualPipeProgram(int ranks, int rank, int microbatches);

} // namespace bubblescope
