// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungrouping.h"

#include <vector>

namespace bubblescope {

/// Puts the profiler traces among the parts (TracePart::groupsByTime) together that were recorded together, as indexes
/// into `parts`: those of one folder with like names or, by one world size, at one time; a rank that occurs again
/// starts another recording. Files that do not tell their rank get one: the number that tells their names apart, else
/// the next free one; the report says which.
std::vector<std::vector<size_t>> groupRecordings(std::vector<NamedPart>& parts, ImportReport& report);

} // namespace bubblescope
