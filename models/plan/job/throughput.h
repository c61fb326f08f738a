// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"

#include <vector>

namespace bubblescope {

/// What a step's time says of its job's speed, be it planned, played or measured. The utilisation of FLOP/s (MFU) is as
/// in Chowdhery et al. 2022 (arXiv:2204.02311, appendix B): without what is computed again, and without the lookup of the
/// embedding.
struct StepThroughput {
    double tokensPerSecondPerGpu = 0;
    double tokensPerSecond = 0; ///< of all GPUs
    double flopsPerToken = 0;   ///< see modelFlopsPerToken()
    double mfu = 0;             ///< 0 to 1 of the peak; 0 if that is not known

    double flopsPerSecondPerGpu() const { return tokensPerSecondPerGpu * flopsPerToken; }
};

/// Of what the layout does not state there is nothing: `job` states gpus, globalBatch and sequence. `stepNs`: of the
/// whole step, above 0. `peakFlops`: of a GPU, in FLOP/s; 0 if unknown.
StepThroughput stepThroughput(const JobDescription& job, double stepNs, double peakFlops);

/// What another program may count beside the model's FLOPs, as some frameworks do.
enum class ExtraFlops : uint8_t {
    WholeAttention, ///< products of attention as if they were not causal
    Lookup,         ///< a product for the lookup of the embedding
    Recomputation,  ///< the forward pass of layers that is computed again
};

/// FLOPs of a token with these.
double flopsPerTokenWith(const JobDescription& job, const std::vector<ExtraFlops>& extra);
/// The fewest of them with which a token has as many FLOPs as somebody else counts, within 1 %; empty where none
/// explain it, or none are needed.
std::vector<ExtraFlops> extraFlopsOf(const JobDescription& job, double flopsPerToken);

} // namespace bubblescope
