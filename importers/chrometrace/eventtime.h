// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "importreport.h"
#include "timerange.h"

namespace bubblescope {

/// Parses an event's time, µs in any notation, to ns. Reports it and returns false if it is no number or out of range.
bool readEventTime(const JsonSlice& slice, uint64_t offset, ImportReport& report, TimeNs& time);
/// True if 0, among other times, is no time but the lack of one: it lies further before them than any clock that starts
/// with the recording could, and than they last.
bool standsForNoTime(TimeRange others);

} // namespace bubblescope
