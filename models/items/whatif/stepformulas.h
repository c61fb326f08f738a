// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepparts.h"
#include "whatif.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// A figure, its formula with numbers, and its origin.
struct FormulaLine {
    QString figure;
    QString formula;
    QString note; ///< the limiting link, ±50 % for small messages; may be empty
    StepPartId part {}; ///< what it explains; may be none
};
std::vector<FormulaLine> formulas(const SimulatedStep& step);

} // namespace bubblescope
