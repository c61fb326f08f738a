// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifsubject.h"

#include <algorithm>

namespace bubblescope {

const KnobState* WhatIfSubject::knob(std::string_view key) const
{
    const auto at = std::find_if(knobs.begin(), knobs.end(), [key](const KnobState& k) { return k.key == key; });
    return at == knobs.end() ? nullptr : &*at;
}

StepFigures WhatIfSubject::openedBeside(const StepFigures& answer) const
{
    StepFigures opened = baseline;
    if (answer.openedSamplesPerStep > 0)
        opened.samplesPerStep = answer.openedSamplesPerStep;
    return opened;
}

} // namespace bubblescope
