// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "simulationreport.h"
#include "whatif.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// How to simulate what files hold.
struct SimulateOptions {
    std::vector<std::string> knobs; ///< "microbatches=16", in order
    std::string hardware;           ///< preset or JSON file; empty for what the input says
    std::string input;              ///< name of the run, table, workload or log; empty for the first
    std::optional<int> step;        ///< number of the training step; else the second, the first being a warmup
    bool ranksGains = false;        ///< what helps most, too
};
struct SimulatedInput {
    SimulationReport report;
    SimulatedStep step;
    SimulationSource source;
    Knobs knobs;
    std::shared_ptr<const Simulator> simulator; ///< that answered
};
/// Refuses, with a sentence, knobs that cannot be read, inputs that have no step, and combinations that do not fit.
Result<SimulatedInput> simulateFolder(const RunFolder& folder, const SimulateOptions& options);

} // namespace bubblescope
