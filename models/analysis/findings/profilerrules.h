// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

#include <string_view>

namespace bubblescope {

/// Id of the caveat that hosts launched work of which nothing was recorded, and no step is whole.
inline constexpr std::string_view unrecordedLaunches = "unrecorded-launches";

/// What a profiler shows about host, kernels and copies.
void addProfilerFindings(FindingContext& context);

} // namespace bubblescope
