// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collapsedrows.h"
#include "timelinelayout.h"

#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// Where ranks and stages stand that the user moved, remembered for each run of a folder. Edits
/// TimelineLayout::Options.
class RankOrder {
public:
    /// `options` must outlive this object.
    explicit RankOrder(TimelineLayout::Options& options);

    /// Another run is shown, or none: recalls its order.
    void take(const CollapsedRows::RunName& name);
    /// False if nothing changes.
    bool set(std::vector<int> order);

    /// The order with the rank in front of another one of its stage, or behind all of them. Empty if it is not there.
    std::vector<int> withRank(const Trace& trace, int rank, std::optional<int> before) const;
    /// The same with all ranks of a stage, in front of those of another one.
    std::vector<int> withStage(const Trace& trace, int stage, std::optional<int> before) const;

private:
    /// As they stand now, also those that are hidden.
    TimelineLayout all(const Trace& trace) const;

    TimelineLayout::Options& m_options;
    std::map<CollapsedRows::RunName, std::vector<int>> m_before; ///< of runs that were shown before
    CollapsedRows::RunName m_shownRun;
};

} // namespace bubblescope
