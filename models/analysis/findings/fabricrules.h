// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fabric.h"
#include "findingrules.h"

namespace bubblescope {

/// Faults of the network that communicators measured beside the run, with what the step would gain without them; where
/// that cannot be told, as caveats.
void addFabricFaults(FindingContext& context);
/// The same where there is no run: without a cost. Empty list if nothing is slow.
Findings findFabricFindings(const Fabric& fabric);

} // namespace bubblescope
