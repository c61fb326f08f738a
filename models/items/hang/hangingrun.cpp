// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangingrun.h"

#include "document.h"
#include "hangs.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace bubblescope {

namespace {
bool isMadeOf(std::span<const FlightDump> dumps, const Run& run)
{
    std::unordered_set<std::string_view> files;
    for (const FlightDump& dump : dumps)
        files.insert(dump.file);
    return !run.files.empty() && std::all_of(run.files.begin(), run.files.end(), [&files](const std::string& file) {
        return files.count(file) > 0;
    });
}
} // namespace

bool isMadeOfDumps(const Run& run, const RunFolder& folder) { return isMadeOf(folder.flightDumps, run); }

int hangOf(const Run& run, const RunFolder& folder)
{
    const auto hangs = hangsAmong(folder.flightDumps);
    const auto own = std::find_if(hangs.begin(), hangs.end(), [&run](const auto& dumps) { return isMadeOf(dumps, run); });
    return own == hangs.end() ? -1 : static_cast<int>(own - hangs.begin());
}

bool isHangingRun(const Document& document)
{
    const OpenedFolderPtr& opened = document.opened();
    const Run* run = document.openedRun();
    return opened && !opened->hangs.empty() && run && isMadeOfDumps(*run, opened->folder);
}

} // namespace bubblescope
