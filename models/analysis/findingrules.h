// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankgroups.h"
#include "runanalysis.h"

namespace bubblescope {

/// What the rules look at. Each rule adds at most one finding per id.
struct FindingContext {
    const Run& run;
    const Trace& trace;
    const RankGroups& groups;
    RunAnalysis& analysis;
    StepPricer* pricer; ///< null where ranks share no step

    double stepNs() const { return double(analysis.stepTime); }
    int rankNumber(uint32_t index) const { return trace.ranks()[index].rank; }
    bool isProfile() const { return run.kind == Run::Kind::Scaling || !trace.ranksAreComparable(); }
    /// Adds the finding if its share of the step is worth it; fills in the share.
    void add(Finding finding, double leastShare);
};

void addFaults(FindingContext& context);
void addShapes(FindingContext& context);
void addCaveats(FindingContext& context);

} // namespace bubblescope
