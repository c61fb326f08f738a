// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "schedule.h"
#include "simulationreport.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// A pipeline told in plain numbers. Times are ns of one pass of one chunk: one for all stages of the model, or one per
/// stage in its order.
struct PlainPipeline {
    ScheduleRequest request; ///< its costs are what follows
    std::vector<TimeNs> forward;
    std::vector<TimeNs> inputGradient;
    std::vector<TimeNs> weightGradient;
    std::vector<TimeNs> together; ///< a forward and a backward pass of dualpipe that overlap; none: the sum of both
    std::vector<TimeNs> send;     ///< per hop: one for all links, or one per link
    bool blockingSends = false;
};

/// Refuses, with a sentence, what no schedule can run.
Result<SimulationReport> simulatePlain(const PlainPipeline& pipeline);

/// "1,1,1,2.5" in ms; refuses anything else with a sentence.
Result<std::vector<TimeNs>> parseTimeList(std::string_view text);

} // namespace bubblescope
