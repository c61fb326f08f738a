// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangingrun.h"

#include "document.h"
#include "hangs.h"

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
    return !document.openedRun() || isHangingRun(document) || opened->folder.runs.size() <= opened->hangs.size() + 1;
}

} // namespace bubblescope
