// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summaryinput.h"

namespace bubblescope {

/// What `summary --json` prints. Its keys are a contract with whoever reads them: those of the folder's main input
/// (its first run, else log, else workload, else table), and of all others under "others". Refuses a step that the main
/// input does not have.
Result<std::string> summaryJson(const RunFolder& folder, const SummaryOptions& options);

} // namespace bubblescope
