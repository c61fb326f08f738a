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

} // namespace bubblescope
