// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"

namespace bubblescope {

/// What a call is, told from its name.
enum class CallKind : uint8_t {
    Python,  ///< a frame
    Module,  ///< a module or layer
    Runtime, ///< a call of a GPU's runtime
    Other,   ///< an operator or range
    Device   ///< work of a device
};
inline constexpr size_t callKindCount = size_t(CallKind::Device) + 1;

CallKind callKind(const CallTree& tree, uint32_t node);

} // namespace bubblescope
