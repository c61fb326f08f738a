// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "foldedthreads.h"

#include "searchresult.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr double tallestRank = 400; // threads of taller ranks start folded
} // namespace

FoldedThreads::FoldedThreads(TimelineLayout::Options& options) : m_options(options) { }

void FoldedThreads::setAll(bool folded)
{
    m_options.foldsThreads = folded;
    m_options.foldExceptions.clear();
}

void FoldedThreads::start(const Trace* trace)
{
    const TimelineLayout layout = trace ? TimelineLayout(*trace, {}) : TimelineLayout();
    setAll(std::any_of(layout.blocks().begin(), layout.blocks().end(),
        [](const RankBlock& rank) { return rank.bottom - rank.top > tallestRank; }));
}

bool FoldedThreads::set(const std::set<int>& ranks, bool folded)
{
    std::set<int> exceptions = m_options.foldExceptions;
    for (const int rank : ranks) {
        if (folded == m_options.foldsThreads)
            exceptions.erase(rank);
        else
            exceptions.insert(rank);
    }
    if (exceptions == m_options.foldExceptions)
        return false;
    m_options.foldExceptions = std::move(exceptions);
    return true;
}

bool FoldedThreads::hides(const Trace& trace, SpanId span) const
{
    if (span.value >= trace.spanCount())
        return false;
    const Row& row = trace.row(trace.row(span));
    const Track& track = trace.track(row.track);
    return row.depth > 0 && track.lane == Lane::Thread && m_options.foldsThreadsOf(track.rank);
}

std::set<int> FoldedThreads::ranksHiding(const Trace& trace, const SearchResult& matches) const
{
    std::set<int> hiding;
    if (matches.byNumber.empty() || !trace.hasThreads())
        return hiding;
    for (const Row& row : trace.rows()) {
        if (row.spanCount == 0 || !hides(trace, SpanId(row.firstSpan)))
            continue;
        const auto first = std::lower_bound(matches.byNumber.begin(), matches.byNumber.end(), row.firstSpan);
        if (first != matches.byNumber.end() && *first - row.firstSpan < row.spanCount)
            hiding.insert(trace.track(row.track).rank);
    }
    return hiding;
}

} // namespace bubblescope
