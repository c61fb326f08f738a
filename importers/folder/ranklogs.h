// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <vector>

namespace bubblescope {

/// Makes one log of those that torchrun keeps apart by attempt and rank, "attempt_0/3/stdout.log"
/// (torch/distributed/elastic/multiprocessing/api.py): a step takes as long as its slowest rank, its loss is of whoever
/// prints one, and what a later attempt trained again counts.
void joinRankLogs(std::vector<RunLog>& logs);

} // namespace bubblescope
