// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

namespace bubblescope {

/// busbw / algbw as nccl-tests defines them (doc/PERFORMANCE.md): 2(n-1)/n for an all-reduce, (n-1)/n for all-gather,
/// reduce-scatter and all-to-all, else 1. 0 where the number of ranks would be needed and is not known (0).
double busFactor(Operation operation, int ranks);

} // namespace bubblescope
