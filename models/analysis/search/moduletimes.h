// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// A piece of the model, as a profiler's annotations tell: "nn.Module: Block_3", a record_function called "layer_3".
struct ModuleTime {
    StringId name;
    uint64_t calls = 0; ///< all ranks and steps together
    TimeNs host = 0;    ///< in its calls
    TimeNs device = 0;  ///< of the kernels and copies that were launched inside them
    uint32_t ranks = 0; ///< that call it
};

/// The modules that a model is made of, in the order of their first calls: those below the outermost ones of which
/// there are several. What the backward pass does on a thread of its own belongs to none. Spans that begin in the
/// window, or all. Empty where nothing is annotated. O(spans), each kernel times how deep it was launched.
std::vector<ModuleTime> moduleTimes(const Trace& trace, std::optional<TimeRange> window);

/// True for names of modules and layers.
bool namesModule(std::string_view name);

} // namespace bubblescope
