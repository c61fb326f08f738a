// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracepasses.h"

#include <algorithm>

namespace bubblescope {

void TracePasses::settle(
    const EventLanes& lanes, const std::vector<int32_t>& ranks, const std::set<int32_t>& withDevice)
{
    for (const Pass& pass : m_passes) {
        if (lanes[pass.lane].place == EventPlace::GpuAnnotation)
            m_builder.setMeaning(pass.span, Category::Other, pass.operation);
        else if (withDevice.count(ranks[pass.lane]) == 0)
            m_builder.setMeaning(pass.span, pass.category, pass.operation);
    }
}

std::map<int32_t, std::set<int16_t>> TracePasses::stages(const std::vector<int32_t>& ranks) const
{
    std::map<int32_t, std::set<int16_t>> stages;
    for (const Pass& pass : m_passes) {
        if (pass.stage >= 0)
            stages[ranks[pass.lane]].insert(pass.stage);
    }
    return stages;
}

int TracePasses::microbatches() const
{
    constexpr int32_t largest = 1'000'000; // greater numbers are not microbatches
    int32_t count = 0;
    for (const Pass& pass : m_passes)
        count = std::max(count, pass.microbatch < largest ? pass.microbatch + 1 : 0);
    return count;
}

} // namespace bubblescope
