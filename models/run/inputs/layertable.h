// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// Communication requested by a row of a table or workload.
struct CommRequest {
    Operation operation = Operation::Other; ///< Other means none
    Category group = Category::OtherComm;
    double bytes = 0;
    double elements = 0; ///< as counted in the file; 0 if it counts bytes
    bool asynchronous = false;
    bool thenAllToAll = false; ///< an all-reduce over some dimensions followed by an all-to-all over the others
    bool isNone() const { return operation == Operation::Other; }
};

/// One operator or layer. Costs in ns, as doubles until placed on a timeline.
struct LayerRow {
    std::string name;
    double forwardNs = 0;
    double backwardNs = 0; ///< gradient of the input
    double weightGradientNs = 0;
    CommRequest forwardComm;
    CommRequest backwardComm;
    CommRequest weightComm;
    double forwardCommNs = 0; ///< exposed, if the table states it (SimAI results)
    double backwardCommNs = 0;
    double weightCommNs = 0;
    /// Total over the passes as stated in the file; nullopt if it must be summed.
    std::optional<double> statedTotalNs;
    bool isGradientRow = false; ///< a `*_grad` row: data-parallel gradient all-reduce of the next row
    uint64_t offset = 0; ///< from the start of the file
    double totalNs() const { return statedTotalNs.value_or(forwardNs + backwardNs + weightGradientNs); }
};

/// A table of costs per layer. One-layer tables hold prologue, ONE transformer layer and epilogue; folding them out
/// repeats the layer's block.
struct LayerTable {
    enum class Kind : uint8_t { WorkItems, NeuSight, SimAIResult };
    /// Sums over a set of rows, in ns and elements.
    struct Totals {
        double forwardNs = 0;
        double backwardNs = 0;
        double weightGradientNs = 0;
        double totalNs = 0;
        double commElements = 0;
    };
    struct StatedTotals {
        double forwardNs = 0;
        double backwardNs = 0; ///< input and weight gradient together ("bwall")
        double totalNs = 0;
    };

    std::string name;
    std::string file;
    Kind kind = Kind::WorkItems;
    Origin origin = Origin::Modelled;
    std::vector<LayerRow> rows;
    /// Rows [first, second) are the one transformer layer; empty if no block was recognised.
    std::pair<size_t, size_t> block {0, 0};
    std::optional<int> layerCount; ///< from the companion JSON or a model configuration; a view may override it
    std::string layerCountSource; ///< the file it comes from
    std::optional<StatedTotals> stated; ///< totals in the companion JSON
    std::vector<std::pair<std::string, std::string>> summary; ///< key-value lines above the rows (SimAI results)

    bool hasBlock() const { return block.second > block.first; }
    Totals prologue() const { return sum(0, hasBlock() ? block.first : rows.size()); }
    Totals layer() const { return sum(block.first, block.second); }
    Totals epilogue() const { return hasBlock() ? sum(block.second, rows.size()) : Totals {}; }
    Totals asWritten() const { return sum(0, rows.size()); }
    /// prologue + layers x layer + epilogue.
    Totals folded(int layers) const;

private:
    Totals sum(size_t first, size_t last) const;
};

/// "work-items", "neusight" or "simai-result".
const char* layerTableKindName(LayerTable::Kind kind);

} // namespace bubblescope
