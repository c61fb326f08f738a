// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// What a profiler shows about host, kernels and copies.
void addProfilerFindings(FindingContext& context);

} // namespace bubblescope
