// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// The dumps of each hang, where those of several lie one after the other, each by rank: where ranks do not rise, the
/// next begins.
std::vector<std::span<const FlightDump>> hangsAmong(std::span<const FlightDump> dumps);
/// The folder of its dumps, in the first of several; empty where that is what was opened.
std::string hangFolder(std::span<const FlightDump> hang);

} // namespace bubblescope
