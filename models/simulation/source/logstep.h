// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "runlog.h"

namespace bubblescope {

/// The job of a run log that prints the forward time of every stage: forward as measured, backward assumed to take
/// twice as long, 1F1B. The measured step time is stated, so what the model does not explain remains visible. An error
/// names what is missing in a log without such times.
Result<JobProfile> profileOfLog(const RunLog& log);

} // namespace bubblescope
