// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "parentchains.h"

#include <vector>

namespace bubblescope {

bool parentChainsEnd(std::span<const SpanId> parents, size_t count)
{
    bool inRange = parents.size() <= count;
    bool upwards = true; // every parent precedes its child, so there are no cycles
    for (uint32_t i = 0; i < parents.size(); ++i) {
        const uint32_t parent = parents[i].value;
        inRange &= parent < count || parent == SpanId::noValue;
        upwards &= parent < i || parent == SpanId::noValue;
    }
    if (!inRange)
        return false;
    if (upwards)
        return true;
    enum State : uint8_t { Unknown, OnPath, Ends };
    std::vector<State> states(count, Unknown);
    std::vector<uint32_t> path;
    for (uint32_t i = 0; i < parents.size(); ++i) {
        uint32_t at = i;
        while (at != SpanId::noValue && states[at] == Unknown) {
            states[at] = OnPath;
            path.push_back(at);
            at = at < parents.size() ? parents[at].value : SpanId::noValue;
        }
        if (at != SpanId::noValue && states[at] == OnPath)
            return false;
        for (const uint32_t span : path)
            states[span] = Ends;
        path.clear();
    }
    return true;
}

} // namespace bubblescope
