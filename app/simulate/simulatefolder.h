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

/// How to simulate the content of files.
struct SimulateOptions {
    std::vector<std::string> knobs; ///< "microbatches=16", in order
    std::string hardware;           ///< preset or JSON file; empty for what the input states
    std::string input;              ///< name of the run, table, workload or log; empty for the first
    std::optional<int> step;        ///< number of the training step; nullopt: the second, since the first is warmup
    bool ranksGains = false;        ///< also compute what helps most
};
/// With its hardware. An Error names the knob that is no knob, or has no or no valid value.
Result<Knobs> knobsOf(const SimulateOptions& options);
struct SimulatedInput {
    SimulationReport report;
    SimulatedStep step;
    SimulationSource source;
    Knobs knobs;
    std::shared_ptr<const Simulator> simulator; ///< that answered
};
/// An error for invalid knobs, inputs without a step, and combinations that do not fit.
Result<SimulatedInput> simulateFolder(const RunFolder& folder, const SimulateOptions& options);

} // namespace bubblescope
