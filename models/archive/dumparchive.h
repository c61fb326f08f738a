// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "flightdump.h"

#include <vector>

namespace bubblescope {

/// Dumps of a flight recorder; lists of ranks that many groups share are written, and held, once.
void writeDumps(BinaryWriter& archive, const std::vector<FlightDump>& dumps);
/// Empty and a failed archive if anything is out of range.
std::vector<FlightDump> readDumps(BinaryReader& archive);

} // namespace bubblescope
