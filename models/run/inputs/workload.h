// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One pass of a workload row: compute, then communication.
struct WorkloadPass {
    double computeNs = 0;
    bool computeIsUnknown = false; ///< the file says 1, which means "not known"
    CommRequest comm;
};

struct WorkloadRow {
    std::string name;
    int64_t dependency = -1;
    WorkloadPass forward;
    WorkloadPass inputGradient;
    WorkloadPass weightGradient;
    double updateTimeNs = 0;
    std::string policy; ///< policy of the layer for HYBRID_CUSTOMIZED, else empty
    uint64_t offset = 0; ///< from the start of the file
};

/// A SimAI / AICB / ASTRA-sim v1 text workload: one stage of one rank, all microbatches unrolled.
struct Workload {
    std::string name;
    std::string file;
    std::string policy;
    std::optional<int64_t> declaredRows;
    std::vector<WorkloadRow> rows;
    std::optional<int> tensorParallel;
    std::optional<int> expertParallel;
    std::optional<int> pipelineParallel;
    std::optional<int> layersPerStage; ///< the header's `vpp`
    std::optional<int> microbatches; ///< the header's `ga`
    std::optional<int> gpus;
    std::optional<double> pipelineCommBytes;
    std::vector<int> checkpoints;
    std::vector<int> checkpointInitiates;

    /// all_gpus / (TP x PP) if all three are known and divide evenly.
    std::optional<int> dataParallel() const;
    /// Sum of all known compute, in ns.
    double computeNs() const;
};

} // namespace bubblescope
