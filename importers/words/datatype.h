// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Bytes per element of "torch.float32", "bfloat16" …; 0 if unknown.
int64_t elementSize(std::string_view dataType);

} // namespace bubblescope
