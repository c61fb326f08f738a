// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"

namespace bubblescope {

/// Findings from the stage blocks, steps and timers that a log prints.
Findings findLogFindings(const RunLog& log);

} // namespace bubblescope
