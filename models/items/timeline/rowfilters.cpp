// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfilters.h"

namespace bubblescope {

RowFilters::RowFilters(TimelineLayout::Options& options) : m_options(options) { }

bool RowFilters::areSet() const
{
    return !m_options.lane.empty() || !m_options.onlyStages.empty() || !m_options.onlyRanks.empty()
        || m_showsOnlyDiffering;
}

void RowFilters::clear()
{
    m_options.lane.clear();
    m_options.onlyStages.clear();
    m_options.onlyRanks.clear();
    m_showsOnlyDiffering = false;
}

bool RowFilters::setLane(const std::string& lane)
{
    if (lane == m_options.lane)
        return false;
    m_options.lane = lane;
    return true;
}

bool RowFilters::setStage(int stage)
{
    const std::set<int> stages = stage >= 0 ? std::set<int> {stage} : std::set<int>();
    if (stages == m_options.onlyStages)
        return false;
    m_options.onlyStages = stages;
    return true;
}

void RowFilters::setRank(int rank)
{
    m_showsOnlyDiffering = false;
    m_options.onlyRanks = {rank};
}

void RowFilters::setOnlyDiffering(bool only, const std::vector<RankCluster>& clusters)
{
    m_showsOnlyDiffering = only;
    m_options.onlyRanks.clear();
    for (const RankCluster& cluster : clusters) {
        if (only && !cluster.isUsual)
            m_options.onlyRanks.insert(cluster.ranks.begin(), cluster.ranks.end());
    }
}

} // namespace bubblescope
