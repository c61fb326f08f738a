// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangingrun.h"

#include "document.h"
#include "hangs.h"

#include <algorithm>

namespace bubblescope {

bool isHangingRun(const Document& document)
{
    const OpenedFolderPtr& opened = document.opened();
    const Run* run = document.openedRun();
    return opened && !opened->hangs.empty() && run && isMadeOfDumps(*run, opened->folder.flightDumps);
}

bool hangLeads(const Document& document)
{
    const OpenedFolderPtr& opened = document.opened();
    if (!opened || opened->hangs.empty())
        return false;
    // A single other run is what was recorded of the job besides.
    const std::vector<Run>& runs = opened->folder.runs;
    const auto others = std::count_if(runs.begin(), runs.end(),
        [&opened](const Run& run) { return !isMadeOfDumps(run, opened->folder.flightDumps); });
    return !document.openedRun() || isHangingRun(document) || others <= 1;
}

} // namespace bubblescope
