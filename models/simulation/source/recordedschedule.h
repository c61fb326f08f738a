// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"
#include "tracegraph.h"

#include <optional>

namespace bubblescope {

/// The schedule with one chunk that explains the order of passes on the first rank of each stage; nullopt if none does.
/// Every stage must have as many ranks.
std::optional<ScheduleKind> recordedSchedule(const TraceGraph& step, const Trace& trace, int stages, int microbatches);

} // namespace bubblescope
