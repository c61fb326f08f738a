// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shownsimulation.h"

namespace bubblescope {

ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, TimeNs offset)
{
    auto shown = std::make_shared<ShownSimulation>();
    shown->step = std::move(step);
    shown->knobs = knobs;
    shown->offset = offset;
    const Trace& trace = *shown->step.run.trace;
    shown->levels = LevelOfDetail(trace, trace.timing());
    shown->summary = std::make_shared<RunSummary>(summarizeRun(trace, trace.timing(), shown->step.run.layout));
    return shown;
}

} // namespace bubblescope
