// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// "0-3, 8, 11" of ranks that ascend; of many parts the first twelve, and "…".
std::string ranksText(const std::vector<int32_t>& ranks);

} // namespace bubblescope
