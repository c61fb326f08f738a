// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Bytes of one element of "torch.float32" or "bfloat16", 0 where unknown.
int64_t elementSize(std::string_view dataType);

} // namespace bubblescope
