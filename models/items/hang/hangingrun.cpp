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

} // namespace bubblescope
