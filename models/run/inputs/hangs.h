// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// The dumps of each hang, where those of several lie one after the other, each by rank: where ranks do not rise, the
/// next begins.
std::vector<std::span<const FlightDump>> hangsAmong(std::span<const FlightDump> dumps);
/// The folder of its dumps, in the first of several; empty where that is what was opened.
std::string hangFolder(std::span<const FlightDump> hang);

/// True if the run is what dumps of a job that hangs recorded, and nothing else.
bool isMadeOfDumps(const Run& run, std::span<const FlightDump> dumps);
/// Which of the hangs among the folder's dumps the run was recorded in; -1 if none.
int hangOf(const Run& run, const RunFolder& folder);

} // namespace bubblescope
