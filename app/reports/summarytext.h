// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summaryinput.h"

namespace bubblescope {

/// What `summary` prints for people; refuses as summaryJson() does.
Result<std::string> summaryText(const RunFolder& folder, const SummaryOptions& options);

} // namespace bubblescope
