// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchdetails.h"

#include "countedtext.h"
#include "functionname.h"
#include "launches.h"

#include <algorithm>

namespace bubblescope {

using namespace details;

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
    fields.add(tr("GPU time"), formatDuration(double(total)), tr("Sum over what was launched"));
    for (size_t i = 0; i < std::min(launches.size(), shownKernels); ++i) {
        fields.add(toText(shortFunctionName(trace.name(launches[i].to))).simplified(),
            formatDuration(double(trace.duration(launches[i].to))), tr("Go to this span"), launches[i].to);
    }
    if (launches.size() > shownKernels)
        fields.add(tr("and more"), formatCount(qint64(launches.size() - shownKernels)));
}

} // namespace bubblescope
