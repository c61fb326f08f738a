// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"

#include <vector>

namespace bubblescope {

class Workspace;

/// One of the inputs that tell what layers cost.
struct LayerSource {
    LayerCosts::Source kind = LayerCosts::Source::None;
    int index = -1; ///< among the inputs of its kind
    bool operator==(const LayerSource&) const = default;
};

/// All that was opened: tables, logs, workloads, the run.
std::vector<LayerSource> layerSources(const Workspace& workspace);
/// What is shown until somebody chooses: the first, of tables the current one.
LayerSource usualLayerSource(const Workspace& workspace);
/// Empty where the figures of a run are still being computed.
LayerCosts layerCosts(const Workspace& workspace, LayerSource source);

} // namespace bubblescope
