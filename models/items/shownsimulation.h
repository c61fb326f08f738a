// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "runsummary.h"
#include "whatif.h"

#include <memory>

namespace bubblescope {

/// A simulated step with what drawing it needs, built before it reaches the window.
struct ShownSimulation {
    SimulatedStep step;
    Knobs knobs; ///< that it answers to
    LevelOfDetail levels;
    std::shared_ptr<const RunSummary> summary;
    TimeNs offset = 0; ///< where its time 0 lies in the measured run: the begin of the step that was simulated
};
using ShownSimulationPtr = std::shared_ptr<const ShownSimulation>;

ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, TimeNs offset);

} // namespace bubblescope
