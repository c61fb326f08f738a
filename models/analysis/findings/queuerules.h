// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// Steps of GPUs that are not as long as those of their hosts, and the queue between them: no cost, but what the step
/// is.
void addQueueCaveat(FindingContext& context);
/// Nothing marks a step: all that was recorded stands for one.
void addRecordingCaveat(FindingContext& context);

} // namespace bubblescope
