// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecommand.h"
#include "opensource.h"
#include "plainpipeline.h"
#include "simulatefolder.h"

#include <functional>
#include <string>

namespace bubblescope {

/// Plain numbers or, with a source, the content of files.
struct SimulateCommand {
    PlainPipeline pipeline;
    Source source;
    SimulateOptions options;
    std::string exportFile;        ///< for the simulated timeline: PNG or (*.json) a Chrome trace; may be empty
    CollectiveQuestion collective; ///< a collective to price instead of a step
    bool json = false;
    bool readsFiles() const { return source.demo || !source.paths.empty(); }
};

/// Draws the timeline of a run to a picture file.
using DrawRun = std::function<ExitCode(const Run& run, const std::string& output)>;
/// `draw` makes the picture if one is requested; empty for a program that cannot draw, which reports an error then.
ExitCode runSimulate(const SimulateCommand& command, const DrawRun& draw);

} // namespace bubblescope
