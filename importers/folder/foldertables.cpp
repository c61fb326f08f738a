// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "foldertables.h"

#include "distinctnames.h"
#include "ranklogs.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

void addTables(RunFolder& folder, const std::string& name, const FileContents& contents)
{
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(folder.layerTables, contents.layerTables);
    append(folder.workloads, contents.workloads);
    append(folder.runLogs, contents.runLogs);
    append(folder.bandwidthCurves, contents.bandwidthCurves);
    append(folder.memorySnapshots, contents.memorySnapshots);
    append(folder.jobs, contents.jobs);
    if (contents.isForeign)
        folder.unrecognised.push_back(name);
}

void finishTables(RunFolder& folder)
{
    std::sort(folder.unrecognised.begin(), folder.unrecognised.end());
    joinRankLogs(folder.runLogs);
    nameApart(folder.layerTables);
    nameApart(folder.workloads);
    nameApart(folder.runLogs);
    nameApart(folder.bandwidthCurves);
    nameApart(folder.memorySnapshots);
    nameApart(folder.jobs);
}

void addFabric(RunFolder& folder, std::span<const CommunicatorLog> logs)
{
    folder.fabric = fabricOf(logs);
    std::vector<BandwidthCurve> curves = curvesOf(folder.fabric);
    std::move(curves.begin(), curves.end(), std::back_inserter(folder.bandwidthCurves));
}

} // namespace bubblescope
