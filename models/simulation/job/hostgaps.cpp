// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostgaps.h"

#include <algorithm>

namespace bubblescope {

HostGaps::Seen& HostGaps::Seen::operator+=(const Seen& other)
{
    sum += other.sum;
    count += other.count;
    return *this;
}

size_t HostGaps::kindOf(Operation operation)
{
    if (isPointToPoint(operation))
        return 1;
    if (isCollective(operation))
        return 2;
    switch (operation) {
    case Operation::GetBatch:
        return 3;
    case Operation::Forward:
        return 4;
    case Operation::Loss:
        return 5;
    case Operation::Backward:
        return 6;
    case Operation::WeightGradient:
        return 7;
    case Operation::OptimizerStep:
        return 8;
    default:
        return 0;
    }
}

HostGaps::HostGaps(double ns) { m_seen[0][0] = {ns, 1}; }

void HostGaps::add(Operation before, Operation next, double ns) { m_seen[kindOf(before)][kindOf(next)] += {ns, 1}; }

void HostGaps::merge(const HostGaps& other)
{
    for (size_t before = 0; before < kinds; ++before) {
        for (size_t next = 0; next < kinds; ++next)
            m_seen[before][next] += other.m_seen[before][next];
    }
}

void HostGaps::fillFrom(const HostGaps& other)
{
    for (size_t before = 0; before < kinds; ++before) {
        for (size_t next = 0; next < kinds; ++next) {
            if (m_seen[before][next].count == 0)
                m_seen[before][next] = other.m_seen[before][next];
        }
    }
}

double HostGaps::beginNs() const
{
    Seen all;
    for (const Seen& seen : m_seen[0])
        all += seen;
    return all.mean();
}

void HostGaps::beginLater(double ns)
{
    for (Seen& seen : m_seen[0])
        seen.sum = std::max(0.0, seen.sum + ns * seen.count);
}

double HostGaps::ns(Operation before, Operation next) const
{
    const size_t column = kindOf(next);
    if (const Seen& seen = m_seen[kindOf(before)][column]; seen.count > 0)
        return seen.mean();
    // A rank's first operation waits for what a step begins with, no other does.
    Seen like;
    Seen all;
    for (size_t row = 1; row < kinds; ++row) {
        like += m_seen[row][column];
        for (const Seen& seen : m_seen[row])
            all += seen;
    }
    if (kindOf(before) == 0 || (like.count == 0 && all.count == 0)) {
        like = all = {};
        for (const Seen& seen : m_seen[0])
            all += seen;
    }
    return like.count > 0 ? like.mean() : all.mean();
}

} // namespace bubblescope
