// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicatorlog.h"
#include "gputelemetry.h"
#include "sampletruth.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// A complete run as importers would have read it, with telemetry as counters: the times of each host are on its own
/// clock.
struct SampleRun {
    Run run;
    LayerTable layerTable;
    Workload workload;
    RunLog runLog;
    std::vector<GpuTelemetry> telemetry; ///< where a GPU is held down: of all, by host and GPU
    std::vector<CommunicatorLog> communicators; ///< where a network card is slow: of all, by rank
    SampleTruth truth;
};
Result<SampleRun> makeSample(const SampleOptions& options);

/// Receives some steps of a run; returning false ends the making.
using TakeSampleRun = std::function<bool(const Run& steps)>;
/// The same for runs larger than memory: `take` gets the run in stretches of steps of about that many spans, in order,
/// and the result has no trace.
Result<SampleRun> makeSampleInParts(const SampleOptions& options, const TakeSampleRun& take, uint64_t spansAtOnce);

} // namespace bubblescope
