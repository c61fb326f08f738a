// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// What a range of a program says of the kernels that are launched within it.
enum class LaunchScope : uint8_t {
    None,
    Step,     ///< a training step: where autograd runs in it, too, what leads up to that is forward
    Hint,     ///< a forward, a backward or gradients set to zero, unless a wider range says otherwise
    Autograd, ///< PyTorch's engine evaluates a function: backward
    Pass,     ///< a pass that the program names
};

} // namespace bubblescope
