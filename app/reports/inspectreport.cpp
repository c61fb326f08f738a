// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectreport.h"

#include "hangs.h"

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

std::optional<TimeParts> partsOfStep(const KnownFolder& folder, size_t number)
{
    const Run& run = folder.folder().runs[number];
    if (run.kind == Run::Kind::Plan || isMadeOfDumps(run, folder.folder().flightDumps))
        return {};
    return folder.run(number).stepParts();
}

uint64_t peakRssBytes()
{
    rusage usage {};
    // Linux counts in KiB.
    return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

} // namespace bubblescope
