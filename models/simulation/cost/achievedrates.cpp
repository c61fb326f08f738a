// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "achievedrates.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

double AchievedRates::matrix(MatrixType type, double flops) const
{
    const std::vector<Point>& points = type == MatrixType::EightBit ? eightBit : half;
    if (points.empty())
        return 0;
    if (flops <= 0 || flops >= points.back().flops)
        return points.back().perSecond;
    const auto above = std::find_if(points.begin(), points.end(), [&](const Point& p) { return p.flops > flops; });
    // Below the smallest it is the launch that takes the time.
    if (above == points.begin())
        return above->perSecond * flops / above->flops;
    const Point& below = *(above - 1);
    const double share = std::log(flops / below.flops) / std::log(above->flops / below.flops);
    return below.perSecond * std::pow(above->perSecond / below.perSecond, share);
}

} // namespace bubblescope
