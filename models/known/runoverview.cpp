// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runoverview.h"

#include "packedtext.h"
#include "rankclusters.h"
#include "summaryexchange.h"

#include <algorithm>

namespace bubblescope {

std::string runOverview(const RunSummary& summary)
{
    return archived([&summary](BinaryWriter& archive) { archive(summary); });
}

std::shared_ptr<RunSummary> restoredOverview(std::string_view text)
{
    auto summary = std::make_shared<RunSummary>();
    if (!restored(text, [&summary](BinaryReader& archive) { archive(*summary); }))
        return nullptr;
    summary->isOverview = true;
    return summary;
}

bool isOverviewOf(const RunSummary& summary, const Trace& trace)
{
    const auto isOfTrace = [&trace](const RankSummary& rank) {
        const RankInfo* info = trace.findRank(rank.rank);
        return info && info->stage == rank.stage && rank.host < trace.hosts().size();
    };
    const auto isBefore = [](const RankSummary& a, const RankSummary& b) { return a.rank < b.rank; };
    return isSound(summary.stageTimes, trace.steps().size())
        && std::all_of(summary.ranks.begin(), summary.ranks.end(), isOfTrace)
        && std::is_sorted(summary.ranks.begin(), summary.ranks.end(), isBefore);
}

std::vector<int32_t> representativesOf(const RunSummary& summary)
{
    std::vector<int32_t> ranks;
    for (const RankCluster& cluster : clusterRanks(summary))
        ranks.push_back(cluster.representative);
    return ranks;
}

} // namespace bubblescope
