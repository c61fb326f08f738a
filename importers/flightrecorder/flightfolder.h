// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"
#include "importreport.h"

#include <string>
#include <vector>

namespace bubblescope {

/// All dumps of NCCL's flight recorder among files and folders, as hangsAmong() separates them; read on several
/// threads. Several folders with the same ranks are several hangs: the one with most dumps comes first. What is no dump
/// is passed over, what cannot be read or states no rank is reported.
std::vector<FlightDump> readFlightDumps(const std::vector<std::string>& paths, ImportReport& report);
/// The same of dumps that were read already; each knows its rank.
std::vector<FlightDump> dumpsByHang(std::vector<FlightDump> dumps, ImportReport& report);

} // namespace bubblescope
