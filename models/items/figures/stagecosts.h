// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"
#include "runsummary.h"

#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// Cost of one pipeline stage, in ns.
struct StageCost {
    struct Part {
        QString layer;
        double ns = 0;
    };
    int stage = -1;
    double forwardNs = LayerCost::unknown;
    double backwardNs = LayerCost::unknown;
    std::vector<Part> layers;              ///< forward by layer, if the source states it; adds up to forwardNs
    double busyShare = LayerCost::unknown; ///< compute, of its ranks x step
    double bubbleShare = LayerCost::unknown; ///< pipeline bubbles
    double waitingShare = LayerCost::unknown;
    double idleShare = LayerCost::unknown;

    double totalNs() const;
};

/// The stages of one source, for one step or as the median of all.
struct StageCosts {
    LayerCosts::Source source = LayerCosts::Source::None;
    std::vector<StageCost> stages;
    bool perMicrobatch = true;     ///< else summed over the microbatches of a step, whose number is unknown
    int slowest = -1;              ///< index into stages; -1 with fewer than two to compare
    double imbalance = 0;          ///< how much longer the slowest takes than the mean of all
    std::optional<TimeRange> part; ///< of the run that everything is limited to, from the begin of a single step on
    QString which;                 ///< "Median microbatch of step 3"
    QString summary;               ///< a sentence that names the slowest
    QString missing;               ///< without stages: what is missing and why

    bool isEmpty() const { return stages.empty(); }
    int indexOf(int stage) const;
};

StageCosts stageCosts(const RunLog& log, std::optional<int64_t> step);
StageCosts stageCosts(const Run& run, const RunSummary& summary, std::optional<int64_t> step);

/// Layer view of a trace, which has no layers: a bar per stage with the work of its ranks per microbatch.
LayerCosts layerCosts(const StageCosts& stages);

/// "embed, 0–2": layers of a stage in few characters.
QString layerListText(const std::vector<StageCost::Part>& layers);

} // namespace bubblescope
