// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "whatif.h"

#include <memory>

namespace bubblescope {

/// Results for an input without a timeline of its own: its modelled step with no knob moved, and findings with costs in
/// that step.
struct ModelledInput {
    std::shared_ptr<const SimulatedStep> step; ///< null if it cannot be modelled
    Findings findings;
};

/// For a layer table, workload or run log of the folder; the findings of a log are about its measured step. O(spans of
/// the modelled step).
ModelledInput modelledInput(const RunFolder& folder, const SimulationSource& source);

} // namespace bubblescope
