// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicelanes.h"
#include "findingrules.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

/// True for a kernel or copy in the graph of a profiler run.
inline bool isDevice(const FindingContext& c, const TraceGraph::Node& node)
{
    return !node.isStart && isDeviceLane(c.trace.track(c.trace.track(node.span)).lane);
}

/// Keeps the longest of the spans it is given.
class LongestSpans {
public:
    explicit LongestSpans(const Trace& trace) : m_trace(trace) { }
    void add(SpanId span)
    {
        ++count;
        total += m_trace.duration(span);
        m_spans.push_back(span);
    }
    Evidence evidence(const FindingContext& c)
    {
        const size_t kept = std::min(m_spans.size(), maximumEvidence);
        std::partial_sort(m_spans.begin(), m_spans.begin() + std::ptrdiff_t(kept), m_spans.end(),
            [&](SpanId a, SpanId b) { return m_trace.duration(a) > m_trace.duration(b); });
        m_spans.resize(kept);
        Evidence made;
        made.spans = m_spans;
        made.range = m_spans.empty() ? c.window() : m_trace.range(m_spans.front());
        if (!m_spans.empty())
            made.ranks = {m_trace.track(m_trace.track(m_spans.front())).rank};
        return made;
    }
    uint64_t count = 0;
    TimeNs total = 0;

private:
    const Trace& m_trace;
    std::vector<SpanId> m_spans;
};

} // namespace bubblescope
