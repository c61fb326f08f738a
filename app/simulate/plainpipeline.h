// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "schedule.h"
#include "simulationreport.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// A pipeline described in plain numbers. Times are in ns for one pass of one chunk: one value for all stages of the
/// model, or one per stage in order.
struct PlainPipeline {
    ScheduleRequest request; ///< its costs come from the members below
    std::vector<TimeNs> forward;
    std::vector<TimeNs> inputGradient;
    std::vector<TimeNs> weightGradient;
    std::vector<TimeNs> together; ///< a forward and a backward pass of dualpipe that overlap; empty: their sum
    std::vector<TimeNs> send;     ///< per hop: one for all links, or one per link
    bool blockingSends = false;
};

/// An error if no schedule can run it.
Result<SimulationReport> simulatePlain(const PlainPipeline& pipeline);

/// Parses "1,1,1,2.5" in ms; anything else is an error.
Result<std::vector<TimeNs>> parseTimeList(std::string_view text);

} // namespace bubblescope
