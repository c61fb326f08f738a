// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "importreport.h"
#include "timerange.h"

namespace bubblescope {

/// A time of an event, in µs of any notation, as ns. False where it is none or out of range, which is reported.
bool readEventTime(const JsonSlice& slice, uint64_t offset, ImportReport& report, TimeNs& time);

} // namespace bubblescope
