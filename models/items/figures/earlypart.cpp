// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "earlypart.h"

#include <limits>

namespace bubblescope {

bool isOfFewerRanks(const Trace& trace, const RunSummary& overview)
{
    size_t ranks = 0;
    int64_t last = std::numeric_limits<int64_t>::min();
    for (const Row& row : trace.rows()) { // tracks, and so rows, are sorted by rank
        const int32_t rank = trace.track(row.track).rank;
        if (row.spanCount == 0 || rank == last)
            continue;
        last = rank;
        ++ranks;
    }
    return ranks < overview.ranks.size();
}

bool isEarlyPart(
    const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries)
{
    if (run >= summaries.size() || run >= folder.runs.size() || !summaries[run])
        return false;
    return !summaries[run]->lost && folder.report.count(IssueKind::PartOnly) == 0
        && isOfFewerRanks(*folder.runs[run].trace, *summaries[run]);
}

} // namespace bubblescope
