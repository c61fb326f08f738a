// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// What the host costs, outlier steps, and caveats.
void addHostCosts(FindingContext& context);
void addStepFindings(FindingContext& context);
void addCaveats(FindingContext& context);

} // namespace bubblescope
