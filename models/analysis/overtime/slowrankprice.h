// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "criticalpath.h"
#include "overtime.h"

namespace bubblescope {

/// A step that can be re-timed, to price what happens in all of them.
struct PricedStep {
    const Trace& trace;
    StepPricer& pricer;
    size_t step = 0; ///< index into Trace::steps() and StepTable::steps()
};

/// Sets what steps lose by slow ranks: the step is re-timed as it would be with what these ranks compute longer in up
/// to 64 of their steps, and without; the other steps lose as much on average. Rows of the table are the ranks of the
/// trace. Of single ranks that are slow at times only the one that costs most is kept; each slow host is priced as if
/// those before it were mended. O(nodes of the step) for each that is re-timed.
void priceSlowRanks(std::vector<OverTime>& found, const PricedStep& priced);

} // namespace bubblescope
