// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planbound.h"

#include "plannedwork.h"
#include "refusal.h"
#include "schedule.h"
#include "trainingframework.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope {

namespace {

struct PassSums {
    double forward = 0;
    double backward = 0;
    void add(const PlannedPart& part)
    {
        forward += part.forwardTimes.all();
        backward += part.backwardTimes.all();
    }
};

double endNs(const PlannedWork& work, int stage)
{
    const PlannedEnd end = work.end(stage);
    return end.reduceNs + end.gatherNs + end.wholeOptimizerNs() + work.stepNs();
}

} // namespace

Result<PlanBound> planBound(const DescribedJob& described, const Hardware& hardware, const PlanCalibration& calibration)
{
    const Result<PlannedWork> made = PlannedWork::make(described.job, hardware, calibration);
    if (!made)
        return made.error();
    const PlannedWork& work = *made;
    if (work.memory().stages.empty())
        return refusal(say("The memory of this job is not known."));
    PlanBound bound;
    bound.memoryBytes = work.memory().fullest().totalBytes();
    bound.fits = work.fits();

    if (!bound.fits)
        bound.excessBytes = bound.memoryBytes
            - usableBeside(calibration.memory, hardware.memoryBytes, frameworkOf(described.job));

    const auto stages = size_t(work.stages());
    const std::vector<int>& first = work.firstLayers();
    std::vector<PassSums> pieces(first.size() - 1);
    for (size_t piece = 0; piece < pieces.size(); ++piece) {
        for (int layer = first[piece]; layer < first[piece + 1]; ++layer)
            pieces[piece].add(work.layer(layer));
    }
    pieces.front().add(work.embedding());
    pieces.back().add(work.head());
    for (size_t stage = 0; stage < stages; ++stage)
        pieces[stage].backward += work.allocatorNs(int(stage));

    // Weight gradients that are passes of their own may come after everything else.
    const std::optional<ScheduleKind> kind = described.rest.schedule
        ? described.rest.schedule
        : scheduleFromKey(described.job.layout.schedule);
    const bool isWhole = !kind || !scheduleInfo(*kind).splitsBackward;
    double forward = 0;
    double backward = 0;
    for (size_t stage = 0; stage < stages; ++stage) {
        double own = 0;
        for (size_t piece = stage; piece < pieces.size(); piece += stages)
            own += pieces[piece].forward + pieces[piece].backward;
        const double end = endNs(work, int(stage));
        const double behind = isWhole ? std::max(end, backward + endNs(work, 0)) : end;
        bound.leastNs = std::max(bound.leastNs, forward + work.microbatches() * own + behind);
        forward += pieces[stage].forward;
        backward += pieces[stage].backward;
    }
    // The simulator places passes on whole ns; they take tens of microseconds.
    constexpr double rounding = 1 - 1e-5;
    bound.leastNs *= rounding;
    return bound;
}

} // namespace bubblescope
