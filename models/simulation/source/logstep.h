// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "runlog.h"

namespace bubblescope {

/// A run log that prints the forward time of every stage as a job: forward as measured, backward assumed to take twice
/// as long, 1F1B. The measured step is stated, so what the model does not explain of it falls out. A log without such
/// times is refused with a sentence on what is missing.
Result<JobProfile> profileOfLog(const RunLog& log);

} // namespace bubblescope
