// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sampleplan.h"

#include <vector>

namespace bubblescope {

/// One line of a rank's trace in every step, the same on all ranks of a stage.
struct SampleOperation {
    Operation operation = Operation::Other;
    Operation second = Operation::Other; ///< for a fused pair
    int32_t microbatch = -1;
    int32_t secondMicrobatch = -1;
    const std::vector<SamplePiece>* pieces = nullptr; ///< of the plan; null for messages and gradients
    int collective = SamplePiece::none;               ///< for gradients, which are a collective as a whole
    int16_t peerStage = -1;                           ///< for a message
    uint32_t firstNode = 0;                           ///< in the graph, relative to the rank's first
    uint32_t nodeCount = 1;
    bool stretches = false; ///< takes longer on a straggler
};

/// The operations of the ranks of every stage in a step, in order. References the plan, which must outlive it.
struct SampleProgram {
    std::vector<std::vector<SampleOperation>> stages;
    std::vector<SampleCollective> collectives; ///< those of the plan, then those of gradients
    bool holdsSenders = false; ///< see SendProtocol::Posted; otherwise the ends of a message wait for each other

    /// Records of all ranks in one step, including sub-operations.
    uint64_t spansPerStep(const SampleLayout& layout) const;
};
Result<SampleProgram> makeSampleProgram(const SamplePlan& plan);

} // namespace bubblescope
