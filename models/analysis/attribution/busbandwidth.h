// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

namespace bubblescope {

/// busbw / algbw as defined by nccl-tests (doc/PERFORMANCE.md): 2(n-1)/n for all-reduce, (n-1)/n for all-gather,
/// reduce-scatter and all-to-all, 1 for the rest. 0 if it depends on the number of ranks and that is unknown (0).
double busFactor(Operation operation, int ranks);

} // namespace bubblescope
