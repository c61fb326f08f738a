// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"

namespace bubblescope {

/// Of the blocks and timers that a log prints: stages, steps, what its program timed itself.
Findings findLogFindings(const RunLog& log);

} // namespace bubblescope
