// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepfigures.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// Of what a figure is: the step, what follows from it, or a part of it. A formula is found by it.
struct StepPartId {
    enum class Kind : uint8_t {
        None,
        Step,
        PerSample,
        Throughput,
        PipelineBubble,
        Compute,
        Exposed, ///< communication of `group`
        Unexplained,
        Waiting,
        Warmup,
        Steady,
        Cooldown,
        Idle,
        Host,
        NotRecorded,
    };
    Kind kind = Kind::None;
    Category group = Category::Other;
    bool operator==(const StepPartId&) const = default;
};
QString partText(StepPartId part);
/// Of the simulated step: next to an opened one it is "modelled"; next to a modelled one, that with moved knobs.
QString simulatedText(Origin baselineOrigin);

/// A part of a step of the mean rank, in two steps that are compared. ns.
struct StepPart {
    StepPartId id;
    QString help;
    Category category = Category::Other; ///< gives the colour of its label
    double baseline = 0;
    double simulated = 0;
};
/// In the order in which they are shown; without those that are zero in both. They add up to the whole steps.
std::vector<StepPart> partsOf(const StepFigures& baseline, const StepFigures& simulated);

/// True if the knobs change the batch: steps are then compared by their time per sample.
bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated);
/// to / from - 1; 0 if there is nothing to compare with.
double relativeChange(double from, double to);

} // namespace bubblescope
