// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"

#include <vector>

namespace bubblescope {

class Workspace;

/// An input that states costs of layers.
struct LayerSource {
    LayerCosts::Source kind = LayerCosts::Source::None;
    int index = -1; ///< among the inputs of its kind
    bool operator==(const LayerSource&) const = default;
};

/// Everything that was opened: tables, logs, workloads, the run.
std::vector<LayerSource> layerSources(const Workspace& workspace);
/// The default: the first source; of several tables the current one.
LayerSource usualLayerSource(const Workspace& workspace);
/// Of the table, log, workload or run; empty for none.
QString layerSourceName(const Workspace& workspace, LayerSource source);
/// Empty while the figures of a run are still being computed.
LayerCosts layerCosts(const Workspace& workspace, LayerSource source);

} // namespace bubblescope
