// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

// Which spans are kept when only a part of a run is wanted, of a whole trace or of one rank by itself.

bool overlaps(const Trace& trace, SpanId span, TimeRange range);
/// Those that are marked, and those that they lie in; nullopt if a parent is none of the trace.
std::optional<std::vector<SpanId>> withParents(const Trace& trace, std::vector<bool>&& isKept);
/// Those that overlap a range, and those that they lie in.
std::optional<std::vector<SpanId>> spansOverlapping(const Trace& trace, TimeRange range);

/// The same run with what overlaps a range only, as an index reads it: spans are whole, and steps that reach into the
/// range keep their times.
Trace partOfTrace(const Trace& trace, TimeRange range);
/// By step: whether spans of it are missing, since only a part of the run is there. Empty where the run is whole (see
/// holdsPartOfRun()).
std::vector<bool> cutSteps(const Trace& trace);

} // namespace bubblescope
