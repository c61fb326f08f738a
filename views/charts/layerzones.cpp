// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerzones.h"

#include "formatting.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

/// A layer of the transformer, named by its number; embedding, prologue, head and the like have names.
bool isLayer(const LayerCost& bar) { return !bar.name.isEmpty() && bar.name.front().isDigit(); }

} // namespace

std::vector<BarZone> zonesOfStages(const LayerCosts& costs)
{
    if (costs.perStage || costs.bars.empty() || costs.bars.front().firstStage < 0)
        return {};
    std::vector<BarZone> zones;
    BarZone zone {-0.5, 0, stageText(costs.bars.front().firstStage)};
    const auto startNext = [&](double at, int stage) {
        zone.end = at;
        zones.push_back(zone);
        zone = {at, at, stageText(stage)};
    };
    for (size_t i = 0; i < costs.bars.size(); ++i) {
        const LayerCost& cost = costs.bars[i];
        if (cost.lastStage > cost.firstStage)
            startNext(double(i), cost.lastStage);
        if (i + 1 < costs.bars.size() && costs.bars[i + 1].firstStage != cost.lastStage)
            startNext(double(i) + 0.5, costs.bars[i + 1].firstStage);
    }
    zone.end = double(costs.bars.size()) - 0.5;
    zones.push_back(zone);
    return zones;
}

std::vector<BarZone> zonesOfPartition(const LayerCosts& costs, const std::vector<int>& layers)
{
    const auto first = std::find_if(costs.bars.begin(), costs.bars.end(), isLayer);
    const auto count = std::count_if(costs.bars.begin(), costs.bars.end(), isLayer);
    if (layers.size() < 2 || std::accumulate(layers.begin(), layers.end(), 0) != count)
        return {};
    std::vector<BarZone> zones;
    double begin = -0.5;
    double end = double(first - costs.bars.begin()) - 0.5;
    for (size_t stage = 0; stage < layers.size(); ++stage) {
        end += layers[stage];
        zones.push_back({begin, end, stageText(int(stage))});
        begin = end;
    }
    zones.back().end = double(costs.bars.size()) - 0.5;
    return zones;
}

std::vector<int> partitionOf(const std::vector<BarZone>& zones, const LayerCosts& costs)
{
    std::vector<int> layers;
    for (const BarZone& zone : zones) {
        int count = 0;
        for (size_t i = 0; i < costs.bars.size(); ++i)
            count += isLayer(costs.bars[i]) && double(i) > zone.begin && double(i) < zone.end;
        layers.push_back(count);
    }
    return layers;
}

} // namespace bubblescope
