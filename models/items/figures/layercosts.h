// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <QString>

#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// Cost of one bar or of one line of the layer view, ns. NaN: the source does not say.
struct LayerCost {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    QString name; ///< what Selection::layer() is called when this is chosen
    QString part; ///< for a line, the bar(s) it belongs to: "prologue", "layer", "epilogue"; else empty
    double forwardNs = unknown;
    double backwardNs = unknown; ///< input gradient where the weight gradient stands apart
    double weightGradientNs = unknown;
    double communicationNs = unknown; ///< exposed
    double totalNs = 0;               ///< as the source states it, else the sum of what is known; of one repeat
    double messageBytes = 0;          ///< communication that is asked for, whether or not its time is known
    int repeats = 1;
    int firstStage = -1; ///< -1 where the source does not say
    int lastStage = -1;  ///< differs from firstStage for a layer that is split over two stages

    double knownSum() const;
};

/// The layers of one source, ready to be shown: bars in layer order, and lines for the table.
struct LayerCosts {
    enum class Source : uint8_t { None, Table, Workload, Log, Trace };

    Source source = Source::None;
    Origin origin = Origin::Measured;
    std::vector<LayerCost> bars;
    std::vector<LayerCost> lines;
    double writtenNs = LayerCost::unknown; ///< all rows as the file has them
    double totalNs = 0;                    ///< what the bars add up to
    bool folds = false;                    ///< one layer was repeated; the number can be chosen
    bool perStage = false;                 ///< the bars are stages, for want of layers
    QString summary;                       ///< a sentence with the totals
    QString missing;                       ///< for no bars: what is missing and why

    bool isEmpty() const { return bars.empty(); }
    bool knows(double LayerCost::*pass) const;
    /// Where bar i and i + 1 lie on different stages.
    std::vector<int> boundaries() const;
    /// Place of the bar that shows this layer name (a bar's own, or that of a line within it); -1 for none.
    int barOf(const QString& name) const;
};

/// A table, its one layer repeated `foldedLayers` times. Lines are the rows as written.
LayerCosts layerCosts(const LayerTable& table, int foldedLayers);
LayerCosts layerCosts(const Workload& workload);
/// Forward time by layer, parts on several stages added up, of one step or (nothing) the median over the steps
/// without the first.
LayerCosts layerCosts(const RunLog& log, std::optional<int64_t> step);

} // namespace bubblescope
