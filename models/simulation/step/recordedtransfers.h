// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibration.h"
#include "stepgraph.h"

#include <vector>

namespace bubblescope {

/// The communication of a replayed step by kind, those that never met anybody included.
std::vector<RecordedTransfer> recordedTransfers(const StepGraph& replay);

} // namespace bubblescope
