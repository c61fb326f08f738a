// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waittable.h"

#include <algorithm>

namespace bubblescope {

WaitTable::WaitTable(const Trace& trace, std::shared_ptr<const WaitingTimes> waiting) : m_waiting(std::move(waiting))
{
    m_byReceive.reserve(trace.links().size());
    m_bySend.reserve(trace.links().size());
    for (const Link& link : trace.links()) {
        if (link.from.value >= trace.spanCount() || link.to.value >= trace.spanCount())
            continue;
        m_byReceive.push_back({drawnSpan(trace, link.to), link});
        m_bySend.push_back({drawnSpan(trace, link.from), link});
    }
    const auto byDrawn = [](const Entry& a, const Entry& b) { return a.drawn < b.drawn; };
    std::stable_sort(m_byReceive.begin(), m_byReceive.end(), byDrawn);
    std::stable_sort(m_bySend.begin(), m_bySend.end(), byDrawn);
}

std::vector<Link> WaitTable::linksOf(SpanId drawn) const
{
    std::vector<Link> links;
    for (const std::vector<Entry>* entries : {&m_byReceive, &m_bySend}) {
        auto entry = std::partition_point(
            entries->begin(), entries->end(), [drawn](const Entry& e) { return e.drawn < drawn; });
        for (; entry != entries->end() && entry->drawn == drawn; ++entry)
            links.push_back(entry->link);
    }
    return links;
}

SpanId WaitTable::awaited(SpanId drawn) const
{
    const auto entry = std::partition_point(
        m_byReceive.begin(), m_byReceive.end(), [drawn](const Entry& e) { return e.drawn < drawn; });
    return entry != m_byReceive.end() && entry->drawn == drawn ? entry->link.from : SpanId();
}

TimeNs WaitTable::waitEnd(const Timing& timing, SpanId drawn) const
{
    return timing.begin[drawn.value] + (m_waiting ? m_waiting->of(drawn) : 0);
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
