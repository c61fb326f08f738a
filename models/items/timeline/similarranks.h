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
    void setGrouped(bool grouped);
    bool areGrouped() const { return m_areGrouped || m_isFitted; }
    /// Without those that are only grouped to fit.
    bool areGroupedAnyway() const { return m_areGrouped; }
    /// Leaves one rank of each cluster while they are grouped.
    void group(const std::vector<RankCluster>& clusters);
    /// Whether they may be grouped only to fit into the view: not once the user has decided.
    bool mayFit() const { return !m_areGrouped && !m_isChosen; }
    /// Does so, where that is possible; `kept` stays a row of its own.
    void fit(const std::vector<RankCluster>& clusters, int kept);
    /// Forgets what the user chose among a few ranks.
    void fitAgain();
    /// Takes fit() back.
    void unfit();
    /// The same groups and representatives as in another timeline, as far as `trace` has those ranks. False if nothing
    /// changes.
    bool follow(const SimilarRanks& other, const Trace& trace);
    /// False if nothing changes.
    bool setOpen(int representative, bool open);
    /// Who stands for the rank; -1 if it stands for itself.
    int representativeOf(int rank) const;

private:
    void standFor(const RankCluster& cluster, int kept);

    TimelineLayout::Options& m_options;
    bool m_areGrouped = false;
    bool m_isChosen = false; ///< by the user
    bool m_isFitted = false; ///< grouped only to fit
};

} // namespace bubblescope
