// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchdetails.h"

#include "countedtext.h"
#include "functionname.h"
#include "launches.h"

#include <algorithm>

namespace bubblescope {

using namespace details;

namespace {
/// "cudaGraphLaunch", "hipGraphLaunch".
bool launchesGraph(std::string_view call) { return call.find("GraphLaunch") != std::string_view::npos; }

/// Of calls with the name of this one on its thread: which it is, from 1, and how many there are.
std::pair<qint64, qint64> placeAmongEqual(const Trace& trace, SpanId call)
{
    qint64 before = 0;
    qint64 all = 0;
    for (const Row& row : trace.rowsOf(trace.track(call))) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const bool isEqual = trace.nameId(SpanId(i)) == trace.nameId(call);
            all += isEqual;
            before += isEqual && trace.begin(SpanId(i)) < trace.begin(call);
        }
    }
    return {before + 1, all};
}

/// Graphs are launched again and again: each time is a replay of what was captured once.
void addReplay(Fields& fields, const Trace& trace, SpanId call)
{
    if (!call.isValid() || !launchesGraph(trace.name(call)))
        return;
    const auto [place, all] = placeAmongEqual(trace, call);
    fields.add(details::tr("graph replay"), details::tr("%1 of %2").arg(formatCount(place), formatCount(all)),
        details::tr("Calls that launch a graph on this thread, in the order of their begins"), call);
}
} // namespace

void details::addLaunchFields(Fields& fields, const Trace& trace, SpanId span)
{
    constexpr size_t shownFrames = 24;
    constexpr size_t shownKernels = 12;
    if (trace.launches().empty())
        return;
    if (const std::vector<SpanId> chain = launchChain(trace, span); !chain.empty()) {
        fields.heading(tr("Launched by"));
        const SpanId call = chain.front();
        const SpanId launcher = launchingOperator(trace, span);
        fields.add(tr("call"), spanTitle(trace, call), tr("Go to this span"), call);
        fields.add(tr("until it began"), formatDuration(double(trace.begin(span) - trace.begin(call))),
            tr("From the begin of the call to the begin of the kernel: launching, and waiting in the queue"));
        addReplay(fields, trace, call);
        for (size_t i = 1; i < std::min(chain.size(), shownFrames); ++i) {
            fields.add(chain[i] == launcher ? tr("operator") : tr("inside of"),
                spanTitle(trace, chain[i]), tr("Go to this span"), chain[i]);
        }
        return;
    }
    const std::vector<Link> launches = launchesInside(trace, span);
    if (launches.empty())
        return;
    TimeNs total = 0;
    for (const Link& launch : launches)
        total += trace.duration(launch.to);
    fields.heading(countedText(qint64(launches.size()), tr("1 kernel launched"), tr("%1 kernels launched")));
    addReplay(fields, trace, span);
    fields.add(tr("GPU time"), formatDuration(double(total)), tr("Sum over what was launched"));
    for (size_t i = 0; i < std::min(launches.size(), shownKernels); ++i) {
        fields.add(toText(shortFunctionName(trace.name(launches[i].to))).simplified(),
            formatDuration(double(trace.duration(launches[i].to))), tr("Go to this span"), launches[i].to);
    }
    if (launches.size() > shownKernels)
        fields.add(tr("and more"), formatCount(qint64(launches.size() - shownKernels)));
}

} // namespace bubblescope
