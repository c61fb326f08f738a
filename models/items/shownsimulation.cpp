// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shownsimulation.h"

#include "tracedifference.h"

namespace bubblescope {

ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, const OpenedStep& opened)
{
    auto shown = std::make_shared<ShownSimulation>();
    shown->step = std::move(step);
    shown->knobs = knobs;
    shown->offset = opened.trace ? opened.range.begin : 0;
    const Trace& trace = *shown->step.run.trace;
    shown->levels = LevelOfDetail(trace, trace.timing());
    shown->summary = std::make_shared<RunSummary>(summarizeRun(trace, trace.timing(), shown->step.run.layout));
    if (opened.trace) {
        shown->differences
            = std::make_shared<const std::vector<float>>(durationDifferences(*opened.trace, opened.range, trace));
    }
    return shown;
}

} // namespace bubblescope
