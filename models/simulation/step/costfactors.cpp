// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "costfactors.h"

#include <algorithm>

namespace bubblescope {

double CostFactors::ofCompute(ComputeClass of, uint8_t percentOfLayers) const
{
    const double own = computeClass[size_t(of)];
    if (of != ComputeClass::Layers)
        return own;
    const double attention = computeClass[size_t(ComputeClass::Attention)];
    const double share = (percentOfLayers == unknownPercent ? attentionPercent : percentOfLayers) / 100.0;
    return own == attention ? own : own + share * (attention - own);
}

double CostFactors::ofMessage(Stages stages) const
{
    for (const Link& link : links) {
        if (link.stages == stages)
            return link.factor;
    }
    return 1;
}

bool CostFactors::changeNothing() const
{
    const auto areOne = [](const auto& all) {
        return std::all_of(all.begin(), all.end(), [](double factor) { return factor == 1; });
    };
    const bool linksStay = std::all_of(links.begin(), links.end(), [](const Link& link) { return link.factor == 1; });
    return linksStay && areOne(compute) && areOne(computeClass) && areOne(transfer) && gap == 1 && overlapSlowdown == 0;
}

} // namespace bubblescope
