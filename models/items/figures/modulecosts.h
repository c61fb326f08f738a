// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layercosts.h"

namespace bubblescope {

/// Modules named by a profiler's annotations, in the window or the whole run; empty if there are none.
LayerCosts moduleCosts(const Trace& trace, std::optional<TimeRange> window);

} // namespace bubblescope
