// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launches.h"

#include <algorithm>

namespace bubblescope {

std::vector<Link> launchesInside(const Trace& trace, SpanId host)
{
    std::vector<Link> inside;
    const TrackId track = trace.track(host);
    if (trace.track(track).lane != Lane::Thread)
        return inside;
    const TimeRange range = trace.range(host);
    for (const Link& launch : trace.launches()) {
        const TimeNs begin = trace.begin(launch.from);
        if (launch.from == host || (range.contains(begin) && trace.track(launch.from) == track))
            inside.push_back(launch);
    }
    std::sort(inside.begin(), inside.end(),
        [&](const Link& a, const Link& b) { return trace.begin(a.to) < trace.begin(b.to); });
    return inside;
}

std::vector<SpanId> launchChain(const Trace& trace, SpanId started)
{
    std::vector<SpanId> chain;
    for (SpanId at = trace.launchOf(started); at.isValid(); at = trace.parent(at))
        chain.push_back(at);
    return chain;
}

SpanId launchingOperator(const Trace& trace, SpanId started)
{
    // Runtime calls ("cudaLaunchKernel", "hipMemcpyAsync", "cuLaunchKernelEx") only nest in each other.
    SpanId at = trace.launchOf(started);
    const auto isCall = [&](SpanId span) {
        const std::string_view name = trace.name(span);
        return name.starts_with("cuda") || name.starts_with("hip")
            || (name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z');
    };
    while (at.isValid() && isCall(at))
        at = trace.parent(at);
    return at;
}

} // namespace bubblescope
