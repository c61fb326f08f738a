// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "whatif.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// A figure, its formula with numbers, and its origin.
struct FormulaLine {
    QString figure;
    QString formula;
    QString note; ///< the limiting link, ±50 % for small messages; may be empty
    QString part; ///< the part of StepPartsModel that it explains; may be empty
};
std::vector<FormulaLine> formulas(const SimulatedStep& step);

} // namespace bubblescope
