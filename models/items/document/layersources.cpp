// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layersources.h"

#include "formatting.h"
#include "modulecosts.h"
#include "stagecosts.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

std::vector<LayerSource> layerSources(const Workspace& workspace)
{
    std::vector<LayerSource> sources;
    const RunFolder* folder = workspace.document.folder();
    if (!folder)
        return sources;
    const auto add = [&sources](LayerCosts::Source kind, size_t index) { sources.push_back({kind, int(index)}); };
    for (size_t i = 0; i < folder->layerTables.size(); ++i)
        add(LayerCosts::Source::Table, i);
    for (size_t i = 0; i < folder->runLogs.size(); ++i) {
        if (!folder->runLogs[i].blocks.empty())
            add(LayerCosts::Source::Log, i);
    }
    for (size_t i = 0; i < folder->workloads.size(); ++i)
        add(LayerCosts::Source::Workload, i);
    if (workspace.document.run())
        add(LayerCosts::Source::Trace, size_t(workspace.document.runIndex()));
    return sources;
}

namespace {
/// The layers of what the timeline is modelled of.
std::optional<LayerSource> shownInTimeline(const Workspace& workspace)
{
    const auto& input = workspace.inputs.modelled();
    if (!input || workspace.document.openedRun())
        return std::nullopt;
    switch (input->kind) {
    case SimulationSource::Kind::LayerTable:
        return LayerSource {LayerCosts::Source::Table, int(input->index)};
    case SimulationSource::Kind::Workload:
        return LayerSource {LayerCosts::Source::Workload, int(input->index)};
    case SimulationSource::Kind::RunLog:
        return LayerSource {LayerCosts::Source::Log, int(input->index)};
    case SimulationSource::Kind::Run:
    case SimulationSource::Kind::Description:
        break;
    }
    return std::nullopt;
}
} // namespace

LayerSource usualLayerSource(const Workspace& workspace)
{
    const std::vector<LayerSource> sources = layerSources(workspace);
    if (const auto shown = shownInTimeline(workspace);
        shown && std::find(sources.begin(), sources.end(), *shown) != sources.end())
        return *shown;
    LayerSource usual = sources.empty() ? LayerSource {} : sources.front();
    if (usual.kind == LayerCosts::Source::Table && workspace.inputs.layerTableIndex() >= 0)
        usual.index = workspace.inputs.layerTableIndex();
    return usual;
}

QString layerSourceName(const Workspace& workspace, LayerSource source)
{
    const RunFolder* folder = workspace.document.folder();
    const auto named = [](const auto& input) { return toText(input.name).simplified(); };
    const auto index = static_cast<size_t>(std::max(source.index, 0));
    switch (source.kind) {
    case LayerCosts::Source::Table:
        return named(folder->layerTables[index]);
    case LayerCosts::Source::Log:
        return named(folder->runLogs[index]);
    case LayerCosts::Source::Workload:
        return named(folder->workloads[index]);
    case LayerCosts::Source::Trace:
        return named(*workspace.document.run());
    case LayerCosts::Source::None:
        break;
    }
    return {};
}

LayerCosts layerCosts(const Workspace& workspace, LayerSource source)
{
    const RunFolder* folder = workspace.document.folder();
    const auto index = static_cast<size_t>(std::max(source.index, 0));
    switch (source.kind) {
    case LayerCosts::Source::Table:
        return layerCosts(folder->layerTables[index], workspace.inputs.foldedLayers());
    case LayerCosts::Source::Workload:
        return layerCosts(folder->workloads[index]);
    case LayerCosts::Source::Log:
        return layerCosts(folder->runLogs[index], workspace.window.step());
    case LayerCosts::Source::Trace:
        if (const auto summary = workspace.figures.ofPart()) {
            if (LayerCosts modules = moduleCosts(*workspace.document.trace(), summary->part); !modules.isEmpty())
                return modules;
            return layerCosts(stageCosts(*workspace.document.run(), *summary, workspace.figures.step()));
        }
        break;
    case LayerCosts::Source::None:
        break;
    }
    return {};
}

} // namespace bubblescope
