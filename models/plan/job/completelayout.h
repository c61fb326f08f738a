// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "result.h"

namespace bubblescope {

/// A described job with every size that a step needs: what is stated, what follows from it (gpus = tensor x stages x
/// data x context; microbatches = globalBatch / data / microbatchSize), and what had to be assumed, which is added to
/// `assumed`. Afterwards gpus, gpusPerNode, tensor, stages, chunks, data, replicas, context, expert, expertTensor,
/// microbatchSize, microbatches, globalBatch, sequence, sequenceParallel, shard, recompute, precision, schedule,
/// layersOfPieces and framework are set. Refuses sizes that contradict each other, with the product; `gpusPerNode` is
/// taken where nothing is stated. Never fills in a sequence length or a number of GPUs in silence.
Result<JobDescription> completeLayout(JobDescription job, int gpusPerNode);

} // namespace bubblescope
