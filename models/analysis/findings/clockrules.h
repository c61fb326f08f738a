// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// Of ranks that are slow: that their GPU's clock was below that of their peers while they were, where clocks were
/// sampled beside the run and show it, and only then. Adds to findings that are there.
void addClocks(FindingContext& context);

} // namespace bubblescope
