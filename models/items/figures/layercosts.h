// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <QString>

#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// Cost of one bar or line of the layer view, in ns. NaN: the source does not state it.
struct LayerCost {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    QString name; ///< the value of Selection::layer() when this is selected
    QString part; ///< for a line, the bar(s) it belongs to: "prologue", "layer", "epilogue"; else empty
    double forwardNs = unknown;
    double backwardNs = unknown; ///< gradient of the input, if the weight gradient is separate
    double weightGradientNs = unknown;
    double communicationNs = unknown; ///< exposed
    double totalNs = 0;               ///< as stated by the source, else the sum of what is known; per repeat
    double messageBytes = 0;          ///< requested communication, whether or not its time is known
    int repeats = 1;
    int firstStage = -1; ///< -1 if the source does not state it
    int lastStage = -1;  ///< differs from firstStage for a layer that is split over two stages

    double knownSum() const;
};

/// The layers of one source, ready for display: bars in layer order and lines for the table.
struct LayerCosts {
    enum class Source : uint8_t { None, Table, Workload, Log, Trace };

    Source source = Source::None;
    Origin origin = Origin::Measured;
    std::vector<LayerCost> bars;
    std::vector<LayerCost> lines;
    double writtenNs = LayerCost::unknown; ///< all rows as they are in the file
    double totalNs = 0;                    ///< sum of the bars
    bool folds = false;                    ///< one layer was repeated; the number can be chosen
    bool perStage = false;                 ///< bars are stages because layers are unknown
    QString summary;                       ///< a sentence with the totals
    QString missing;                       ///< without bars: what is missing and why

    bool isEmpty() const { return bars.empty(); }
    bool knows(double LayerCost::*pass) const;
    /// Indexes i where bars i and i + 1 are on different stages.
    std::vector<int> boundaries() const;
    /// Index of the bar for this layer name (its own, or that of a line in it); -1 if there is none.
    int barOf(const QString& name) const;
};

/// A table with its one layer repeated `foldedLayers` times. Lines are the rows as written.
LayerCosts layerCosts(const LayerTable& table, int foldedLayers);
LayerCosts layerCosts(const Workload& workload);
/// Forward time by layer, summed over stages, for one step or (nullopt) as the median over the steps without the
/// first.
LayerCosts layerCosts(const RunLog& log, std::optional<int64_t> step);

} // namespace bubblescope
