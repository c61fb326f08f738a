// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangingrun.h"

#include "document.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace bubblescope {

bool isMadeOfDumps(const Run& run, const RunFolder& folder)
{
    std::unordered_set<std::string_view> dumps;
    for (const FlightDump& dump : folder.flightDumps)
        dumps.insert(dump.file);
    return !run.files.empty() && std::all_of(run.files.begin(), run.files.end(), [&dumps](const std::string& file) {
        return dumps.count(file) > 0;
    });
}

bool isHangingRun(const Document& document)
{
    const OpenedFolderPtr& opened = document.opened();
    const Run* run = document.openedRun();
    return opened && opened->hang && run && isMadeOfDumps(*run, opened->folder);
}

} // namespace bubblescope
