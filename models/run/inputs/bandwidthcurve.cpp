// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bandwidthcurve.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

bool BandwidthCurve::covers(double bytes) const
{
    constexpr double reach = 2; // near enough to count with the latency of the first size and the speed of the last
    return !isOfJob
        || (!points.empty() && bytes >= points.front().bytes / reach && bytes <= points.back().bytes * reach);
}

double BandwidthCurve::nsAt(double bytes) const
{
    if (points.empty())
        return 0;
    const auto upper = std::lower_bound(
        points.begin(), points.end(), bytes, [](const Point& point, double wanted) { return point.bytes < wanted; });
    if (upper == points.begin())
        return points.front().ns;
    if (upper == points.end())
        return points.back().ns * bytes / points.back().bytes;
    const Point& below = *(upper - 1);
    const double share = std::log(bytes / below.bytes) / std::log(upper->bytes / below.bytes);
    return below.ns * std::pow(upper->ns / below.ns, share);
}

} // namespace bubblescope
