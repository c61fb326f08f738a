// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// What a program's range says about the kernels launched inside it.
enum class LaunchScope : uint8_t {
    None,
    Step,     ///< a training step: work before its autograd part is forward
    Hint,     ///< forward, backward or zeroing of gradients, unless an enclosing range says otherwise
    Autograd, ///< PyTorch's autograd engine evaluates a function: backward
    Part,     ///< a part of a pass named by the program, such as mlp(B): gives its direction, of no one microbatch
    Pass,     ///< a pass named by the program
};

} // namespace bubblescope
