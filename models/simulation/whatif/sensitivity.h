// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "whatif.h"

namespace bubblescope {

/// What moving one knob by a stated amount would gain, relative to the current knobs.
struct KnobGain {
    std::string_view knob; ///< its key
    Message change;        ///< "microbatches 8 to 16"
    Knobs knobs;           ///< including the change, ready to use
    double stepNs = 0;         ///< including what the model does not explain
    double throughputGain = 0; ///< 0.1: a tenth more samples per second; may be negative
    bool fitsMemory = true;    ///< false if activations and parameters are known and exceed the GPU's memory
};

/// Moves every knob that the input supports, one at a time. Greatest gain first. If `progress` returned false, returns
/// the results so far.
std::vector<KnobGain> whatHelpsMost(const Simulator& simulator, const Knobs& from, const ProgressFn& progress);

} // namespace bubblescope
