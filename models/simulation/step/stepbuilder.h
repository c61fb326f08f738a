// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "stepgraph.h"

namespace bubblescope {

/// A job with another order of operations: the work of every rank for every chunk that the schedule gives it.
struct StructuredJob {
    JobProfile job;
    Schedule schedule;
};

/// One step of it, ready to be timed; looks as if it had been recorded.
Result<StepGraph> buildStep(const StructuredJob& job, const Pricing& own, bool isDrawn = true);

} // namespace bubblescope
