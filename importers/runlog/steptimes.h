// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Logs with only step times per rank: `rank_id: 1, sum(1f1b+optim) time: 910.775`.
std::unique_ptr<LogReader> makeStepTimesLogReader();

} // namespace bubblescope
