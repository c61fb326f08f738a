// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// The row of every span, and the order that makes the spans of a row contiguous.
struct RowAssignment {
    std::vector<Row> rows;
    ColumnVector<uint32_t> order;  ///< new number -> old number
    ColumnVector<SpanId> nestedIn; ///< by old number: the enclosing span of the same lane (an old number)
    uint64_t overlapping = 0; ///< number of spans moved to an overflow row, on lanes of which figures are made
    uint32_t overlappingTracks = 0;
    uint64_t tooDeep = 0;
};

/// Arranges the spans of every track on rows without overlap: nested spans by depth, spans that overlap without nesting
/// on as few overflow rows as possible, second records of fused pairs separately. Sets firstRow and rowCount of the
/// tracks. O(n) if spans come in order, else O(n log n).
RowAssignment assignRows(const Timing& timing, const ColumnVector<TrackId>& trackOfSpan, const Column<uint8_t>& flags,
    std::vector<Track>& tracks, int maximumDepth);

} // namespace bubblescope
