// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// Ranks, stages and microbatches that take longer than their peers.
void addComputeFaults(FindingContext& context);

} // namespace bubblescope
