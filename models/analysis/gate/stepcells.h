// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gaterun.h"

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// What the work and the transfers of a step cost, without anybody's waiting: by rank and category, and by link. Means
/// over several steps, ns.
struct StepCells {
    /// Messages between two stages, the smaller first, or collectives of one kind within a stage (`to` is -1).
    struct LinkKey {
        Category category = Category::Other;
        int from = -1;
        int to = -1;
        bool isMessage() const { return to >= 0; }
        auto operator<=>(const LinkKey&) const = default;
    };

    TracePtr trace;
    std::shared_ptr<const RunContext> context; ///< null like the graph, where nobody needs them
    std::shared_ptr<const TraceGraph> typical;
    int typicalStep = 0; ///< index into Trace::steps()
    std::vector<double> works; ///< rank index × category; host gaps are Category::Host
    std::map<LinkKey, double> transfers;

    double work(uint32_t rank, Category category) const
    {
        return works[size_t(rank) * size_t(categoryCount) + size_t(category)];
    }

    static Category categoryOf(const Trace& trace, const TraceGraph::Node& node);
    static LinkKey keyOf(const RunContext& context, const TraceGraph& step, const TraceGraph::Meeting& meeting);
    /// Builds graphs of a few steps, in O(spans) each. nullopt if the ranks share no step.
    static std::optional<StepCells> measure(const GateRun& run);
};

} // namespace bubblescope
