// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// What one rank says of a group.
struct HangMember {
    int32_t rank = -1;
    const FlightGroup* group = nullptr;
};

/// A group over all ranks: groups of one name have different members on different ranks, so both identify them.
struct HangMembers {
    const FlightGroup* first = nullptr; ///< whichever names it first
    bool hasMessages = false;
    std::vector<HangMember> members; ///< by rank
};

/// In the order of their names, numbers by value; groups of one rank are left out.
std::vector<HangMembers> joinGroups(std::span<const FlightDump> dumps);

} // namespace bubblescope
