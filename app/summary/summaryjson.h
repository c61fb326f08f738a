// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summaryinput.h"

namespace bubblescope {

/// Output of `summary --json`. Its keys are a contract with its readers: those of the folder's main input (its first
/// run, else log, else workload, else table), and of all others under "others". An error if the main input does not
/// have the requested step.
Result<std::string> summaryJson(const KnownFolder& folder, const SummaryOptions& options);

} // namespace bubblescope
