// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankclusters.h"
#include "timelinelayout.h"

#include <vector>

namespace bubblescope {

/// Groups of ranks that spend their time alike, of which one stands for all. Edits TimelineLayout::Options.
class SimilarRanks {
public:
    /// `options` must outlive this object.
    explicit SimilarRanks(TimelineLayout::Options& options);

    /// By default with hundreds of ranks.
    void start(const Trace* trace);
    void setGrouped(bool grouped) { m_areGrouped = grouped; }
    bool areGrouped() const { return m_areGrouped; }
    /// Leaves one rank of each cluster while they are grouped.
    void group(const std::vector<RankCluster>& clusters);
    /// The same groups and representatives as in another timeline, as far as `trace` has those ranks. False if nothing
    /// changes.
    bool follow(const SimilarRanks& other, const Trace& trace);
    /// False if nothing changes.
    bool setOpen(int representative, bool open);
    /// Who stands for the rank; -1 if it stands for itself.
    int representativeOf(int rank) const;

private:
    TimelineLayout::Options& m_options;
    bool m_areGrouped = false;
};

} // namespace bubblescope
