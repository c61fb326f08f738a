// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "whatif.h"

#include <memory>

namespace bubblescope {

/// What there is to say of an input that has no timeline of its own: its step as the model has it with no knob moved,
/// and findings with costs in that step.
struct ModelledInput {
    std::shared_ptr<const SimulatedStep> step; ///< null where it cannot be modelled
    Findings findings;
};

/// Of a layer table, a workload or a run log of the folder; the findings of a log are of its measured step.
/// O(spans of the modelled step).
ModelledInput modelledInput(const RunFolder& folder, const SimulationSource& source);

} // namespace bubblescope
