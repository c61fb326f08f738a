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

TimeNs TimeWarp::operator()(TimeNs time) const
{
    if (m_from.empty())
        return time;
    const auto after = std::lower_bound(m_from.begin(), m_from.end(), time);
    if (after == m_from.end())
        return m_to.back() + (time - m_from.back());
    const auto i = size_t(after - m_from.begin());
    if (i == 0)
        return m_to.front() - (m_from.front() - time);
    const auto before = double(m_from[i] - m_from[i - 1]);
    const auto now = double(m_to[i] - m_to[i - 1]);
    return m_to[i] - roundedNs(double(m_from[i] - time) / before * now);
}

} // namespace bubblescope
