// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungrouping.h"

#include <vector>

namespace bubblescope {

/// Groups the profiler traces among the parts (ClockPolicy::Recording) by recording and returns indexes into `parts`.
/// Files belong together if they lie in one folder and their names differ only in numbers, or if they have the same
/// world size and overlapping times; a repeated rank starts a new recording. Files that do not state their rank get the
/// number that distinguishes their names, else the next free one, which is reported.
std::vector<std::vector<size_t>> groupRecordings(std::vector<NamedPart>& parts, ImportReport& report);

} // namespace bubblescope
