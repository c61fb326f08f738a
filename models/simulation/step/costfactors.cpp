// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "costfactors.h"

#include <algorithm>

namespace bubblescope {

bool CostFactors::changeNothing() const
{
    const auto areOne = [](const auto& all) {
        return std::all_of(all.begin(), all.end(), [](double factor) { return factor == 1; });
    };
    return areOne(compute) && areOne(computeClass) && areOne(transfer) && gap == 1 && overlapSlowdown == 0;
}

} // namespace bubblescope
