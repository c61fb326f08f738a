// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulationinputs.h"

#include <fmt/format.h>

namespace bubblescope {

std::vector<SimulationSource> simulationSources(const RunFolder& folder)
{
    using Kind = SimulationSource::Kind;
    std::vector<SimulationSource> sources;
    const auto add = [&sources](Kind kind, size_t count) {
        for (size_t i = 0; i < count; ++i)
            sources.push_back({kind, i, 0});
    };
    add(Kind::Run, folder.runs.size());
    add(Kind::RunLog, folder.runLogs.size());
    add(Kind::Workload, folder.workloads.size());
    add(Kind::LayerTable, folder.layerTables.size());
    add(Kind::Description, folder.jobs.size());
    return sources;
}

const std::string& inputName(const RunFolder& folder, const SimulationSource& source)
{
    switch (source.kind) {
    case SimulationSource::Kind::Run:
        return folder.runs[source.index].name;
    case SimulationSource::Kind::LayerTable:
        return folder.layerTables[source.index].name;
    case SimulationSource::Kind::Workload:
        return folder.workloads[source.index].name;
    case SimulationSource::Kind::Description:
        return folder.jobs[source.index].name;
    case SimulationSource::Kind::RunLog:
        break;
    }
    return folder.runLogs[source.index].name;
}

std::optional<int64_t> inputStep(const RunFolder& folder, const SimulationSource& source)
{
    if (source.kind != SimulationSource::Kind::Run)
        return std::nullopt;
    const auto steps = folder.runs[source.index].trace->steps();
    return steps.size() < 2 ? std::nullopt : std::optional<int64_t>(steps[size_t(source.step)].number);
}

std::string inputTitle(const RunFolder& folder, const SimulationSource& source)
{
    const std::string& name = inputName(folder, source);
    const std::optional<int64_t> step = inputStep(folder, source);
    return step ? fmt::format("{}, step {}", name, *step) : name;
}

OpenedStep openedStep(const RunFolder& folder, const SimulationSource& source)
{
    if (source.kind != SimulationSource::Kind::Run || !folder.runs[source.index].hasCommonTime())
        return {};
    const Run& run = folder.runs[source.index];
    const bool hasStep = size_t(source.step) < run.trace->steps().size();
    return {&run, hasStep ? run.trace->steps()[size_t(source.step)].range : run.trace->range()};
}

} // namespace bubblescope
