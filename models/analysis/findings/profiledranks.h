// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// Differences between the ranks of a profiler run: GPUs that compute longer, ranks that others wait for, ranks that are
/// not there.
void addProfiledRanks(FindingContext& context);
/// Of a table of kernels, which records no passes by which ranks could be compared: whom the others wait for.
void addRanksOfKernels(FindingContext& context);

} // namespace bubblescope
