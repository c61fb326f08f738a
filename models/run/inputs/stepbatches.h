// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Of a run whose batch grows as it goes (Megatron-LM's --rampup-batch-size): the samples of each of log.steps, 0 where
/// the log does not tell. Empty where the batch never changes, gets smaller, or is not stated, as only logs of
/// Megatron-LM and NeMo do: samples per second and time of a step then make no whole number.
std::vector<int64_t> growingBatches(const RunLog& log);
/// The batch of most steps, the greatest of those; 0 of an empty list.
int64_t usualBatch(const std::vector<int64_t>& batches);
/// The log with only the steps of one batch, and their timers.
RunLog withSteps(const RunLog& log, const std::vector<int64_t>& batches, int64_t batch);

} // namespace bubblescope
