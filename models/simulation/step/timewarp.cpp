// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timewarp.h"

#include "roundedtime.h"

#include <algorithm>

namespace bubblescope {

void TimeWarp::add(TimeNs from, TimeNs to)
{
    if (!m_from.empty() && from <= m_from.back())
        return;
    m_from.push_back(from);
    m_to.push_back(m_to.empty() ? to : std::max(to, m_to.back()));
}

TimeNs TimeWarp::operator()(TimeNs time, size_t& near) const
{
    // In steps twice as far each time, until it lies between two of them.
    size_t low = std::min(near, m_from.size());
    size_t high = low;
    for (size_t far = 1; low > 0 && m_from[low - 1] >= time; far *= 2) {
        high = low;
        low -= std::min(low, far);
    }
    for (size_t far = 1; high < m_from.size() && m_from[high] < time; far *= 2) {
        low = high + 1;
        high += std::min(far, m_from.size() - high);
    }
    low = size_t(std::lower_bound(m_from.begin() + ptrdiff_t(low), m_from.begin() + ptrdiff_t(high), time)
        - m_from.begin());
    near = low;
    if (m_from.empty())
        return time;
    if (low == m_from.size())
        return m_to.back() + (time - m_from.back());
    if (low == 0)
        return m_to.front() - (m_from.front() - time);
    const auto before = double(m_from[low] - m_from[low - 1]);
    const auto now = double(m_to[low] - m_to[low - 1]);
    return m_to[low] - roundedNs(double(m_from[low] - time) / before * now);
}

} // namespace bubblescope
