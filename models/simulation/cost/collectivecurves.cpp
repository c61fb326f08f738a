// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectivecurves.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

double factorAt(const CollectiveCurves& all, const CollectiveCurves::Curve& curve, double bytes)
{
    const auto upper = std::upper_bound(all.bytes.begin(), all.bytes.end(), bytes);
    if (upper == all.bytes.begin())
        return curve.factors.front();
    if (upper == all.bytes.end())
        return curve.factors.back();
    const auto i = size_t(upper - all.bytes.begin());
    const double share = std::log(bytes / all.bytes[i - 1]) / std::log(all.bytes[i] / all.bytes[i - 1]);
    return curve.factors[i - 1] * std::pow(curve.factors[i] / curve.factors[i - 1], share);
}

} // namespace

std::optional<CollectiveCurves::Price> CollectiveCurves::at(Operation operation, int ranks, double size) const
{
    const Curve* fewer = nullptr; // the two that are nearest; beyond the last, the last two
    const Curve* more = nullptr;
    for (const Curve& curve : curves) {
        if (curve.operation != operation)
            continue;
        if (!more || more->ranks < ranks) {
            fewer = more;
            more = &curve;
        }
    }
    if (!more)
        return std::nullopt;
    const double factor = factorAt(*this, *more, size);
    if (more->ranks == ranks || !fewer)
        return Price {more->baseNs, factor, more->ranks != ranks};
    const double step = (more->baseNs - fewer->baseNs) / (more->ranks - fewer->ranks);
    const double baseNs = std::max(more->baseNs + step * (ranks - more->ranks), 0.0);
    if (ranks > more->ranks)
        return Price {std::max(baseNs, more->baseNs), factor, true};
    const double share = (1.0 / fewer->ranks - 1.0 / ranks) / (1.0 / fewer->ranks - 1.0 / more->ranks);
    const double ofFewer = factorAt(*this, *fewer, size);
    return Price {baseNs, ofFewer * std::pow(factor / ofFewer, share), false};
}

} // namespace bubblescope
