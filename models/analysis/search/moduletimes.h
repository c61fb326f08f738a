// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// A part of the model named by a profiler's annotations: "nn.Module: Block_3", a record_function called "layer_3".
struct ModuleTime {
    StringId name;
    uint64_t calls = 0; ///< over all ranks and steps
    TimeNs host = 0;    ///< inside its calls
    TimeNs device = 0;  ///< of kernels and copies launched inside them
    uint32_t ranks = 0; ///< ranks that call it
};

/// The modules that the model consists of, in order of their first calls: those below the outermost wrappers, where
/// there are first several. Backward work on threads of its own belongs to no module. Counts spans that begin in the
/// window, or all. Empty if nothing is annotated. O(spans); each kernel costs its launch depth.
std::vector<ModuleTime> moduleTimes(const Trace& trace, std::optional<TimeRange> window);

} // namespace bubblescope
