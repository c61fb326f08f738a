// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waittable.h"

#include "devicelanes.h"
#include "interleavedtrace.h"

#include <algorithm>

namespace bubblescope {

WaitTable::WaitTable(
    const Trace& trace, std::shared_ptr<const WaitingTimes> waiting, std::shared_ptr<const BubblesAndWaits> lost)
    : m_links(&trace.linkTable()), m_waiting(std::move(waiting)), m_lost(std::move(lost))
{
}

std::vector<Link> WaitTable::linksOf(SpanId drawn) const
{
    return m_links ? m_links->linksOf(drawn) : std::vector<Link>();
}

SpanId WaitTable::awaited(SpanId drawn) const { return m_links ? m_links->sendFor(drawn) : SpanId(); }

TimeNs WaitTable::waitEnd(const Timing& timing, SpanId drawn) const
{
    return timing.begin[drawn.value] + (m_waiting ? m_waiting->of(drawn) : 0);
}

bool WaitTable::hasBubbles(TimeRange range) const
{
    if (!m_lost || !m_lost->hasBubbles())
        return false;
    const std::vector<RankWaits>& ranks = m_lost->ranks();
    return std::any_of(
        ranks.begin(), ranks.end(), [range](const RankWaits& rank) { return rank.bubbles.sum(range) > 0; });
}

const RankWaits* WaitTable::lossOf(const Trace& trace, TrackId track) const
{
    if (!m_lost)
        return nullptr;
    const size_t rank = rankIndex(trace, trace.track(track).rank);
    return m_lost->of(isModelled(trace, track) ? rank + trace.ranks().size() : rank);
}

SpanId drawnSpan(const Trace& trace, SpanId span) { return chargedRecord(trace, span); }

SpanId fusedPartner(const Trace& trace, SpanId span)
{
    if (!trace.hasFlag(span, SpanFlag::fused))
        return SpanId();
    const auto& begins = trace.timing().begin;
    for (const Row& row : trace.rowsOf(trace.track(span))) {
        if (row.kind != Row::Kind::FusedLegs)
            continue;
        const auto first = begins.begin() + row.firstSpan;
        const auto last = first + row.spanCount;
        for (auto at = std::lower_bound(first, last, trace.begin(span)); at != last && *at == trace.begin(span); ++at) {
            const SpanId candidate(uint32_t(at - begins.begin()));
            if (trace.parent(candidate) == span)
                return candidate;
        }
    }
    return SpanId();
}

} // namespace bubblescope
