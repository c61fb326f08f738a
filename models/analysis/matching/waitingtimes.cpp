// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitingtimes.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

// The highest bit marks times that do not fit: the others are their place among those.
constexpr uint32_t isLong = 1u << 31;

} // namespace

WaitingTimes::WaitingTimes(uint32_t spanCount, const Timing& timing, const std::vector<Waiting>& waiting)
    : m_blocks(spanCount / 64 + 1)
{
    m_times.reserve(waiting.size());
    for (const Waiting& wait : waiting) {
        m_blocks[wait.span.value / 64].waits |= uint64_t(1) << (wait.span.value % 64);
        const TimeNs time = wait.until - timing.begin[wait.span.value];
        if (time < TimeNs(isLong)) {
            m_times.push_back(static_cast<uint32_t>(time));
        } else {
            m_times.push_back(isLong | static_cast<uint32_t>(m_long.size()));
            m_long.push_back(time);
        }
    }
    uint32_t first = 0;
    for (Block& block : m_blocks) {
        block.first = first;
        first += static_cast<uint32_t>(std::popcount(block.waits));
    }
}

TimeNs WaitingTimes::timeOf(uint32_t kept) const { return kept & isLong ? m_long[kept & ~isLong] : TimeNs(kept); }

TimeNs WaitingTimes::of(SpanId charged) const
{
    if (charged.value / 64 >= m_blocks.size())
        return 0;
    const Block& block = m_blocks[charged.value / 64];
    const uint64_t bit = uint64_t(1) << (charged.value % 64);
    if ((block.waits & bit) == 0)
        return 0;
    return timeOf(m_times[block.first + static_cast<uint32_t>(std::popcount(block.waits & (bit - 1)))]);
}

std::vector<Waiting> WaitingTimes::list(const Timing& timing) const
{
    std::vector<Waiting> waiting;
    waiting.reserve(m_times.size());
    for (size_t b = 0; b < m_blocks.size(); ++b) {
        for (uint64_t left = m_blocks[b].waits; left != 0; left &= left - 1) {
            Waiting wait;
            wait.span = SpanId(static_cast<uint32_t>(b * 64) + static_cast<uint32_t>(std::countr_zero(left)));
            wait.until = timing.begin[wait.span.value] + of(wait.span);
            waiting.push_back(wait);
        }
    }
    return waiting;
}

} // namespace bubblescope
