// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

inline constexpr double maximumFactor = 1e6; ///< of any knob
inline constexpr int maximumCount = 1 << 20;

std::vector<std::string_view> splitAtCommas(std::string_view text);

/// "rank:3=1.3,stage:2=1.1"; an Error says what to give instead.
Result<std::vector<Knobs::Straggler>> parseStragglers(std::string_view text);
std::string stragglersText(const std::vector<Knobs::Straggler>& stragglers);

} // namespace bubblescope
