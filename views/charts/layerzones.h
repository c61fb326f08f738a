// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"
#include "stackedbars.h"

#include <vector>

namespace bubblescope {

// The stages that layers lie on, as zones of their bars.

/// As the costs state them; a layer that two stages share is divided in the middle. Empty if they do not.
std::vector<BarZone> zonesOfStages(const LayerCosts& costs);
/// Stages with so many layers each; empty if those are not as many as there are bars of layers.
std::vector<BarZone> zonesOfPartition(const LayerCosts& costs, const std::vector<int>& layers);
/// How many layers lie in each zone.
std::vector<int> partitionOf(const std::vector<BarZone>& zones, const LayerCosts& costs);

} // namespace bubblescope
