// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summaryinput.h"

namespace bubblescope {

/// Text output of `summary`; the same errors as summaryJson().
Result<std::string> summaryText(const KnownFolder& folder, const SummaryOptions& options);

} // namespace bubblescope
