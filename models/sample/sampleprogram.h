// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sampleplan.h"

#include <vector>

namespace bubblescope {

/// One line of a rank's trace in every step, the same for all ranks of a stage.
struct SampleOperation {
    Operation operation = Operation::Other;
    Operation second = Operation::Other; ///< of a fused pair
    int32_t microbatch = -1;
    int32_t secondMicrobatch = -1;
    const std::vector<SamplePiece>* pieces = nullptr; ///< of the plan; null for messages and gradients
    int collective = SamplePiece::none;               ///< gradients: the operation as a whole is one
    int16_t peerStage = -1;                           ///< of a message
    uint32_t firstNode = 0;                           ///< in the graph, from the rank's first
    uint32_t nodeCount = 1;
    bool stretches = false; ///< a straggler takes longer for it
};

/// What the ranks of every stage do in a step, in order. Points into the plan, which must outlive it.
struct SampleProgram {
    std::vector<std::vector<SampleOperation>> stages;
    std::vector<SampleCollective> collectives; ///< the plan's, then the gradients'

    /// Records of all ranks in one step, sub-operations included.
    uint64_t spansPerStep(const SampleLayout& layout) const;
};
Result<SampleProgram> makeSampleProgram(const SamplePlan& plan);

} // namespace bubblescope
