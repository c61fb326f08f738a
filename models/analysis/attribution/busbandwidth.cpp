// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "busbandwidth.h"

#include <algorithm>

namespace bubblescope {

double busFactor(Operation operation, int ranks)
{
    const double n = std::max(ranks, 1);
    switch (operation) {
    case Operation::AllReduce:
        return 2 * (n - 1) / n;
    case Operation::AllGather:
    case Operation::ReduceScatter:
    case Operation::AllToAll:
        return (n - 1) / n;
    default:
        return 1;
    }
}

} // namespace bubblescope
