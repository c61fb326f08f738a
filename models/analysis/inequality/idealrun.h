// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "run.h"

namespace bubblescope {

/// The ideal timeline of the straggler what-if, to look at: the operations of all compared steps, one after the other,
/// each as long as all of its type. Lanes, names and step numbers are those of the run.
Result<Run> makeIdealRun(const Run& run);

} // namespace bubblescope
