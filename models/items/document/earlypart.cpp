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

bool isEarlyPart(const OpenedFolder& opened, size_t run)
{
    if (run >= opened.summaries.size() || run >= opened.folder.runs.size() || !opened.summaries[run])
        return false;
    const RunSummary& summary = *opened.summaries[run];
    return !summary.lost && opened.folder.report.count(IssueKind::PartOnly) == 0
        && isOfFewerRanks(*opened.folder.runs[run].trace, summary);
}

} // namespace bubblescope
