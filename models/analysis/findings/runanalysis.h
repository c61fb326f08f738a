// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "criticalpath.h"
#include "findings.h"
#include "overlap.h"
#include "passcompute.h"
#include "plausibility.h"
#include "runsummary.h"

#include <memory>
#include <optional>

namespace bubblescope {

/// Everything known about one step of a run; what `summary` prints and the views show.
struct RunAnalysis {
    int step = 0; ///< index into Trace::steps()
    TimeNs stepTime = 0;
    RunSummary summary; ///< of the step only
    std::vector<Waiting> waiting;
    Stragglers stragglers; ///< of all steps
    Bubbles bubbles;
    Overlap overlap;
    Plausibility plausibility; ///< of the whole run
    ExpertLoad experts;
    std::optional<CriticalPath> criticalPath; ///< nullopt if the ranks share no step
    Message whyNoCriticalPath;
    std::shared_ptr<StepPricer> pricer; ///< of the step; null if the path is absent. References the trace
    Findings findings;
};

/// nullopt if cancelled. O(n log n) in the spans with small factors.
std::optional<RunAnalysis> analyzeRun(const Run& run, const FindingOptions& options = {});

} // namespace bubblescope
