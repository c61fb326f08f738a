// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangs.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace bubblescope {

std::vector<std::span<const FlightDump>> hangsAmong(std::span<const FlightDump> dumps)
{
    std::vector<std::span<const FlightDump>> hangs;
    size_t first = 0;
    for (size_t i = 1; i <= dumps.size(); ++i) {
        if (i < dumps.size() && dumps[i].rank > dumps[i - 1].rank)
            continue;
        hangs.push_back(dumps.subspan(first, i - first));
        first = i;
    }
    return hangs;
}

std::string hangFolder(std::span<const FlightDump> hang)
{
    const std::string file = hang.empty() ? std::string() : hang.front().file;
    const size_t slash = file.find_last_of('/');
    return slash == std::string::npos ? std::string() : file.substr(0, slash);
}

bool isMadeOfDumps(const Run& run, std::span<const FlightDump> dumps)
{
    std::unordered_set<std::string_view> files;
    for (const FlightDump& dump : dumps)
        files.insert(dump.file);
    return !run.files.empty() && std::all_of(run.files.begin(), run.files.end(), [&files](const std::string& file) {
        return files.count(file) > 0;
    });
}

int hangOf(const Run& run, const RunFolder& folder)
{
    const auto hangs = hangsAmong(folder.flightDumps);
    const auto own
        = std::find_if(hangs.begin(), hangs.end(), [&run](const auto& dumps) { return isMadeOfDumps(run, dumps); });
    return own == hangs.end() ? -1 : static_cast<int>(own - hangs.begin());
}

} // namespace bubblescope
