// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sampletruth.h"

namespace bubblescope {

/// A complete run as importers would have read it: the times of each host are on its own clock.
struct SampleRun {
    Run run;
    LayerTable layerTable;
    Workload workload;
    RunLog runLog;
    SampleTruth truth;
};
Result<SampleRun> makeSample(const SampleOptions& options);

} // namespace bubblescope
