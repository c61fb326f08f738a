// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stageprogram.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

uint32_t StageProgram::first(StepOperation kind) const
{
    const auto found = std::lower_bound(places.begin(), places.end(), kind,
        [](const StagePlace& place, StepOperation wanted) { return place.kind < wanted; });
    return static_cast<uint32_t>(found - places.begin());
}

uint32_t StageProgram::count(StepOperation kind) const
{
    uint32_t at = first(kind);
    const uint32_t from = at;
    while (at < places.size() && places[at].kind == kind)
        ++at;
    return at - from;
}

std::vector<uint32_t> StageProgram::inOrder(const std::function<bool(StepOperation)>& isWanted) const
{
    std::vector<uint32_t> found;
    for (uint32_t p = 0; p < places.size(); ++p) {
        if (isWanted(places[p].kind))
            found.push_back(p);
    }
    std::stable_sort(found.begin(), found.end(), [this](uint32_t a, uint32_t b) {
        return std::tie(places[a].begin, places[a].nth) < std::tie(places[b].begin, places[b].nth);
    });
    return found;
}

} // namespace bubblescope
