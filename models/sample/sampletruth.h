// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "sampleoptions.h"

namespace bubblescope {

/// What was planted, to compare findings with.
struct SampleTruth {
    SampleOptions options;
    ParallelLayout layout;
    std::vector<double> stepMs;         ///< by step: first start to last end over all ranks
    std::vector<double> clockOffsetsMs; ///< by host: to be ADDED to its times; the first is 0
    /// By stage, for one microbatch: as planned, without noise, straggling ranks and waiting.
    std::vector<double> forwardMs;
    std::vector<double> backwardMs;       ///< with the weight gradient, also where that is a pass of its own
    std::vector<double> forwardComputeMs; ///< the part that is no communication
    std::vector<double> backwardComputeMs;
    std::vector<int> layersOfStage;
    uint64_t spans = 0; ///< records of all ranks, sub-operations included
    std::string toJson() const;
};

} // namespace bubblescope
