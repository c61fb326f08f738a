// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplefolder.h"

#include "clockalignment.h"
#include "samplerun.h"

#include <chrono>

namespace bubblescope {

Result<RunFolder> makeSampleFolder(const SampleOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    Result<SampleRun> sample = makeSample(options);
    if (!sample)
        return sample.error();
    RunFolder folder;
    folder.path = options.name;
    folder.statistics.spans = sample->run.trace->spanCount();
    if (sample->run.fabric) {
        folder.fabric = *sample->run.fabric;
        folder.bandwidthCurves = curvesOf(folder.fabric); // as its files would have them
    }
    folder.runs.push_back(std::move(sample->run));
    folder.layerTables.push_back(std::move(sample->layerTable));
    folder.workloads.push_back(std::move(sample->workload));
    folder.runLogs.push_back(std::move(sample->runLog));
    alignRun(folder.runs.front(), folder.report);
    folder.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return folder;
}

} // namespace bubblescope
