// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "stepfigures.h"

#include <QString>

namespace bubblescope {

/// A finding whose suggestion the knobs try: shown with the answer while they do.
struct TriedFinding {
    Knobs knobs;
    QString title;
    double costNs = 0;
    QString replaced; ///< the knobs that were moved before; may be empty
};

/// What it costs, why the gain differs from that, and what it replaces. `answer` is null while unknown.
QString triedSentence(const TriedFinding& tried, const StepFigures& opened, const StepFigures* answer);

} // namespace bubblescope
