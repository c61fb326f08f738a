// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankclusters.h"
#include "timelinelayout.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Which lanes, stages and ranks have rows at all. Edits TimelineLayout::Options.
class RowFilters {
public:
    /// `options` must outlive this object.
    explicit RowFilters(TimelineLayout::Options& options);

    bool areSet() const;
    void clear();
    /// False if nothing changes. An empty lane, and stage -1, show all.
    bool setLane(const std::string& lane);
    bool setStage(int stage);
    void setRank(int rank);
    /// Only ranks of unusual clusters; all if there are none.
    void setOnlyDiffering(bool only, const std::vector<RankCluster>& clusters);
    bool showsOnlyDiffering() const { return m_showsOnlyDiffering; }

private:
    TimelineLayout::Options& m_options;
    bool m_showsOnlyDiffering = false;
};

} // namespace bubblescope
