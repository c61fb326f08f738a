// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangingrun.h"

#include "document.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace bubblescope {

bool isHangingRun(const Document& document)
{
    const OpenedFolderPtr& opened = document.opened();
    const Run* run = document.openedRun();
    if (!opened || !opened->hang || !run || run->files.empty())
        return false;
    std::unordered_set<std::string_view> dumps;
    for (const FlightDump& dump : opened->folder.flightDumps)
        dumps.insert(dump.file);
    return std::all_of(run->files.begin(), run->files.end(),
        [&dumps](const std::string& file) { return dumps.count(file) > 0; });
}

} // namespace bubblescope
