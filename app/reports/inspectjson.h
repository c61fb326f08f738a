// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspectreport.h"

namespace bubblescope {

/// Output of `inspect --json`. Its keys are a contract with its readers; unknown values are null.
std::string inspectJson(const KnownFolder& known, const InspectOptions& options);

} // namespace bubblescope
