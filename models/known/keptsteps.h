// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "steptable.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Every step of every rank of a run, as an index keeps it; empty where there are no steps to compare, or where it would
/// be larger than mostKeptSteps.
std::string keptSteps(const Run& run);
/// Null if it is damaged.
StepTablePtr restoredSteps(std::string_view text);

/// In bytes.
inline constexpr uint64_t mostKeptSteps = uint64_t(512) << 20;

} // namespace bubblescope
