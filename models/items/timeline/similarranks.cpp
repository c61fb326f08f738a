// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "similarranks.h"

#include <algorithm>
#include <set>
#include <utility>

namespace bubblescope {

namespace {
constexpr size_t fewestGrouped = 64; // from this many ranks on, similar ones start grouped
} // namespace

SimilarRanks::SimilarRanks(TimelineLayout::Options& options) : m_options(options) { }

void SimilarRanks::start(const Trace* trace)
{
    m_areGrouped = trace && trace->ranks().size() >= fewestGrouped;
    m_isChosen = m_isFitted = false;
}

void SimilarRanks::setGrouped(bool grouped)
{
    m_areGrouped = grouped;
    m_isChosen = true;
    m_isFitted = false;
}

void SimilarRanks::group(const std::vector<RankCluster>& clusters)
{
    m_options.alike.clear();
    m_options.outliers.clear();
    m_isFitted = false;
    if (!m_areGrouped)
        return;
    for (const RankCluster& cluster : clusters) {
        if (!cluster.isUsual)
            m_options.outliers.insert(cluster.ranks.begin(), cluster.ranks.end());
        standFor(cluster, cluster.representative);
    }
}

/// One rank of the cluster for the others, but for `kept`.
void SimilarRanks::standFor(const RankCluster& cluster, int kept)
{
    std::set<int> others(cluster.ranks.begin(), cluster.ranks.end());
    others.erase(cluster.representative);
    others.erase(kept);
    if (!others.empty())
        m_options.alike[cluster.representative] = std::move(others);
}

/// In the order in which they stand: rows that change places because the window gets lower would be searched for.
void SimilarRanks::fit(const std::vector<RankCluster>& clusters, int kept)
{
    for (const RankCluster& cluster : clusters)
        standFor(cluster, kept);
    m_isFitted = !m_options.alike.empty();
}

void SimilarRanks::fitAgain()
{
    m_isChosen = false;
    m_options.openedAlike.clear();
}

void SimilarRanks::unfit()
{
    if (std::exchange(m_isFitted, false))
        m_options.alike.clear();
}

bool SimilarRanks::follow(const SimilarRanks& other, const Trace& trace)
{
    std::map<int, std::set<int>> alike;
    for (const auto& [representative, others] : other.m_options.alike) {
        if (!trace.findRank(representative))
            continue;
        for (const int rank : others) {
            if (trace.findRank(rank))
                alike[representative].insert(rank);
        }
    }
    if (alike == m_options.alike && m_options.outliers == other.m_options.outliers
        && m_options.openedAlike == other.m_options.openedAlike)
        return false;
    m_areGrouped = other.areGrouped();
    m_options.alike = std::move(alike);
    m_options.outliers = other.m_options.outliers;
    m_options.openedAlike = other.m_options.openedAlike;
    return true;
}

bool SimilarRanks::setOpen(int representative, bool open)
{
    return open ? m_options.openedAlike.insert(representative).second : m_options.openedAlike.erase(representative) > 0;
}

int SimilarRanks::representativeOf(int rank) const
{
    const auto group = std::find_if(m_options.alike.begin(), m_options.alike.end(),
        [rank](const auto& alike) { return alike.second.count(rank) > 0; });
    return group == m_options.alike.end() ? -1 : group->first;
}

} // namespace bubblescope
