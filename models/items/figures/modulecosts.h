// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"

namespace bubblescope {

/// Modules that a profiler's annotations name, in the window or in the whole run; empty where there are none.
LayerCosts moduleCosts(const Trace& trace, std::optional<TimeRange> window);

} // namespace bubblescope
