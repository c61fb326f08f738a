// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepparts.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// One bar between the measured and the simulated step.
struct WaterfallBar {
    QString label;
    StepPartId part; ///< none for combined parts
    double fromNs = 0;
    double toNs = 0;
    bool isTotal = false;                ///< starts at zero
    Category category = Category::Other; ///< gives the colour of the label
    double difference() const { return toNs - fromNs; }
};
/// From the baseline's step over the differences of its parts to the simulated step, per sample where the batch
/// changes. Parts that change by less than a thousandth of the step are combined.
std::vector<WaterfallBar> waterfall(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated);

} // namespace bubblescope
