// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace bubblescope {

/// What one pixel column of one row shows. Zoomed in it is exact. Where a column holds many spans it is put together
/// from buckets of an eighth to a half of its width: the share is off by less than 0.01 as a rule, 0.25 at worst; the
/// longest span may lie up to a quarter of a column outside; but every span is in some bucket, so none vanishes.
struct LodCell {
    float busyShare = 0;                 ///< 0..1 of the column that spans cover
    Category dominant = Category::Other; ///< category with most time in the column
    SpanId longest;                      ///< the longest span that touches the column; invalid where nothing does
    uint32_t spanCount = 0; ///< spans that begin in the column (approximate where folded); > 1 is drawn as many
};

/// A pyramid over time per row of a trace: any pixel column in O(1) at any zoom, so painting never loops over spans.
/// Levels are powers of two of time, so neighbouring zooms share results. Immutable once built; threads may share it.
/// Reads the trace and timing that it was made from, which must outlive it. Rows of fused legs stay empty.
class LevelOfDetail {
public:
    LevelOfDetail() = default;
    LevelOfDetail(const Trace& trace, const Timing& timing);

    /// Fills `cells` (as many as it has, one per pixel) for the row over [range.begin, range.end). Zoomed in beyond the
    /// finest level it searches the row's sorted spans instead; the caller need not know.
    void columns(RowId row, TimeRange range, std::vector<LodCell>& cells) const;
    /// Time per category inside the range, ns; O(log n).
    std::array<TimeNs, categoryCount> timeByCategory(RowId row, TimeRange range) const;
    /// Busy time of the row inside the range, ns; O(log n).
    TimeNs busyTime(RowId row, TimeRange range) const;
    size_t memoryBytes() const;

private:
    struct Private;
    std::shared_ptr<const Private> d;
};

/// First and one-past-last span of the row that intersect the range: two binary searches.
std::pair<uint32_t, uint32_t> visibleSpans(const Trace& trace, const Timing& timing, RowId row, TimeRange range);

} // namespace bubblescope
