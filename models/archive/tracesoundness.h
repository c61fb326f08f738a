// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

namespace bubblescope {

// Whether the tables of a trace that was read from a file contradict neither themselves nor each other: users of a trace
// rely on it.

/// Ranges, steps and ranks.
bool timesAreSound(const Trace& trace);
bool countersAreSound(const Trace& trace);
bool collectivesAreSound(const Trace& trace);
/// Tracks, their rows, and the order of the spans in them.
bool rowsAreSound(const Trace& trace);
/// Whether all parents are spans among `count`, or none, and every chain of them ends. Spans beyond the end of the column
/// have no parent.
bool parentChainsEnd(std::span<const SpanId> parents, size_t count);

} // namespace bubblescope
