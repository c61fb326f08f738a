// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "sampleoptions.h"

namespace bubblescope {

/// What was planted in the run, to compare findings with.
struct SampleTruth {
    SampleOptions options;
    ParallelLayout layout;
    std::vector<double> stepMs;         ///< by step: first start to last end over all ranks
    std::vector<double> clockOffsetsMs; ///< by host: to be ADDED to its times; the first is 0
    /// By stage, per microbatch: as planned, without noise, stragglers and waiting.
    std::vector<double> forwardMs;
    std::vector<double> backwardMs;       ///< including the weight gradient, even if that is a separate pass
    std::vector<double> forwardComputeMs; ///< the part without communication
    std::vector<double> backwardComputeMs;
    std::vector<int> layersOfStage;
    uint64_t spans = 0; ///< records of all ranks, including sub-operations
    std::string toJson() const;
};

} // namespace bubblescope
