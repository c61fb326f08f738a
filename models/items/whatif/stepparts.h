// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepfigures.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// A part of a step of the mean rank, in two steps that are compared. ns.
struct StepPart {
    QString name;
    QString help;
    Category category = Category::Other; ///< gives the colour of its label
    double baseline = 0;
    double simulated = 0;
};
/// In the order in which they are shown; without those that are zero in both. They add up to the whole steps.
std::vector<StepPart> partsOf(const StepFigures& baseline, const StepFigures& simulated);

/// Names of parts and figures. A formula is found by the name of its part.
struct StepPartName {
    static QString step();
    static QString perSample();
    static QString throughput();
    static QString pipelineBubble();
    static QString unexplained();
    static QString exposed(Category group);
    /// Of the simulated step: next to an opened one it is "modelled"; next to a modelled one, that with moved knobs.
    static QString simulated(Origin baselineOrigin);
};

/// True if the knobs change the batch: steps are then compared by their time per sample.
bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated);
/// to / from - 1; 0 if there is nothing to compare with.
double relativeChange(double from, double to);

} // namespace bubblescope
