// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "earlypart.h"

#include <algorithm>

namespace bubblescope {

namespace {
bool isOfSomeRanks(const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries)
{
    return run < summaries.size() && run < folder.runs.size() && summaries[run] && summaries[run]->isOverview
        && isOfFewerRanks(*folder.runs[run].trace, *summaries[run]);
}
} // namespace

bool isOfFewerRanks(const Trace& trace, const RunSummary& overview) { return !unreadRanks(trace, overview).empty(); }

std::vector<int32_t> unreadRanks(const Trace& trace, const RunSummary& overview)
{
    std::vector<int32_t> read; // tracks, and so rows, are sorted by rank
    for (const Row& row : trace.rows()) {
        const int32_t rank = trace.track(row.track).rank;
        if (row.spanCount > 0 && (read.empty() || read.back() != rank))
            read.push_back(rank);
    }
    std::vector<int32_t> unread;
    for (const RankSummary& rank : overview.ranks) {
        if (!std::binary_search(read.begin(), read.end(), rank.rank))
            unread.push_back(rank.rank);
    }
    return unread;
}

bool isEarlyPart(
    const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries)
{
    return folder.report.count(IssueKind::PartOnly) == 0 && isOfSomeRanks(folder, run, summaries);
}

bool isReadByRank(
    const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries)
{
    return folder.report.count(IssueKind::PartOnly) > 0 && isOfSomeRanks(folder, run, summaries);
}

bool hasUnknownRanks(const std::vector<std::shared_ptr<const RankBlocks>>& blocks, size_t run,
    const std::vector<std::shared_ptr<const RunSummary>>& summaries)
{
    return run < blocks.size() && blocks[run] && (run >= summaries.size() || !summaries[run]);
}

} // namespace bubblescope
