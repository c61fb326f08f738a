// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// What sets the period of a profiler's step: no cost, but what to look at first, and what gains nothing. And a host
/// that waits for room in its device's queue.
void addPace(FindingContext& context);

} // namespace bubblescope
