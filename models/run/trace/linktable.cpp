// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "linktable.h"

#include "parallel.h"
#include "trace.h"

#include <algorithm>

namespace bubblescope {

LinkTable::LinkTable(const Trace& trace) : m_byReceive(trace.pool()), m_bySend(trace.pool())
{
    const auto fill = [&trace](ColumnVector<Entry>& entries, SpanId Link::*end) {
        entries.reserve(trace.links().size());
        for (const Link& link : trace.links()) {
            if (link.from.value < trace.spanCount() && link.to.value < trace.spanCount())
                entries.push_back({trace.charged(link.*end), link});
        }
        const auto byCharged = [](const Entry& a, const Entry& b) { return a.charged < b.charged; };
        if (!std::is_sorted(entries.begin(), entries.end(), byCharged))
            std::stable_sort(entries.begin(), entries.end(), byCharged);
    };
    forEachParallel(2, trace.links().size() < spansWorthThreads ? 1 : 2,
        [&](size_t i) { i == 0 ? fill(m_byReceive, &Link::to) : fill(m_bySend, &Link::from); });
}

std::vector<Link> LinkTable::linksOf(SpanId charged) const
{
    std::vector<Link> links;
    for (const ColumnVector<Entry>* entries : {&m_byReceive, &m_bySend}) {
        auto entry = std::partition_point(
            entries->begin(), entries->end(), [charged](const Entry& e) { return e.charged < charged; });
        for (; entry != entries->end() && entry->charged == charged; ++entry)
            links.push_back(entry->link);
    }
    return links;
}

SpanId LinkTable::sendFor(SpanId charged) const
{
    const auto entry = std::partition_point(
        m_byReceive.begin(), m_byReceive.end(), [charged](const Entry& e) { return e.charged < charged; });
    return entry != m_byReceive.end() && entry->charged == charged ? entry->link.from : SpanId();
}

} // namespace bubblescope
