// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "waitgraph.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Of all ranks that have a reason, those that do not merely wait for others, the likeliest first. `isPending`: of
/// ranks with a dump, whether something of theirs is not completed.
std::vector<HangSuspect> rankSuspects(const std::map<int32_t, std::vector<HangReason>>& reasonsOf,
    const std::vector<HangGroup>& groups, const std::unordered_map<int32_t, bool>& isPending, const WaitGraph& graph);

} // namespace bubblescope
