// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectreport.h"

#include "hangs.h"
#include "traceranges.h"
#include "typicalstep.h"

#include <sys/resource.h>

namespace bubblescope {

std::string hostName(const Run& run, size_t host)
{
    if (host < run.clocks.size() && !run.clocks[host].host.empty())
        return run.clocks[host].host;
    const auto hosts = run.trace->hosts();
    if (run.clocks.empty() && host < hosts.size() && !hosts[host].empty())
        return hosts[host];
    return "host" + std::to_string(host);
}

std::optional<TimeParts> partsOfStep(const RunFolder& folder, size_t number, const InspectOptions& options)
{
    const Run& run = folder.runs[number];
    if (run.kind == Run::Kind::Plan || isMadeOfDumps(run, folder.flightDumps))
        return {};
    const auto known = [](const TimeParts& parts) { return parts.whole() > 0 ? std::optional(parts) : std::nullopt; };
    if (number < options.known.size())
        return known(options.known[number].summary.parts());
    const Trace& trace = *run.trace;
    if (trace.spanCount() == 0 || holdsPartOfRun(trace))
        return {};
    const std::shared_ptr<const RunContext> context = contextOf(run);
    const std::optional<TimeRange> step = windowOfStep(trace, typicalStep(trace));
    return known(summarizeStep(*context, trace.timing(), step, findWaiting(*context, trace.timing())).parts());
}

uint64_t peakRssBytes()
{
    rusage usage {};
    // Linux counts in KiB.
    return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

} // namespace bubblescope
