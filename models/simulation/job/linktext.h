// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// "0-1=0.5,2-3=1.5"; an Error says what to give instead. The lower stage comes first.
Result<std::vector<Knobs::Link>> parseLinks(std::string_view text);
std::string linksText(const std::vector<Knobs::Link>& links);

} // namespace bubblescope
