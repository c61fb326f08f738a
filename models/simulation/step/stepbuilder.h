// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "progress.h"
#include "stepgraph.h"

namespace bubblescope {

/// A job with another order of operations: the work of every rank for every chunk that the schedule gives it.
struct StructuredJob {
    JobProfile job;
    Schedule schedule;
};

/// Number of progress parts of buildStep().
inline constexpr uint64_t buildingParts = 2;
/// One step of it, ready to be timed; looks as if it had been recorded. An Error if `progress` returned false.
Result<StepGraph> buildStep(
    const StructuredJob& job, const Pricing& own, const ProgressFn& progress = {}, bool isDrawn = true);

} // namespace bubblescope
