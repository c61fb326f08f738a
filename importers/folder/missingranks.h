// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "run.h"

#include <set>
#include <span>
#include <vector>

namespace bubblescope {

inline constexpr int largestWorld = 1 << 20; ///< of which ranks are listed

/// Ranks of the job whose files are not there.
std::vector<int> missingRanks(const Run& run);
/// Ranks whose files hold nothing in the selected part are not missing.
void takeOutsidePart(Run& run, const std::set<int>& outside);
/// Nor are those that left a dump of a hang without any operation in it.
void takeDumped(Run& run, std::span<const FlightDump> dumps);
void reportMissing(const Run& run, ImportReport& report);

} // namespace bubblescope
