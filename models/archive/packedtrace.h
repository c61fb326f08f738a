// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "trace.h"

namespace bubblescope {

/// A whole trace: its tables, then its spans in parts that are packed by themselves, on this many threads.
void writeTrace(BinaryWriter& archive, const Trace& trace, unsigned threads = 1);
/// Null and a failed archive if the columns are inconsistent. Users of the trace may rely on valid ids, rows in order and
/// acyclic parents.
TracePtr readTrace(BinaryReader& archive, unsigned threads = 1);

} // namespace bubblescope
