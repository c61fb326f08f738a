// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace bubblescope {

/// What one pixel column of one row shows. Exact when zoomed in. A column with many spans is composed of buckets of an
/// eighth to a half of its width: then the share is usually off by less than 0.01 (at worst 0.25), and the longest span
/// may lie up to a quarter of a column outside. But every span is in some bucket, so none vanishes.
struct LodCell {
    float busyShare = 0;                 ///< 0..1 of the column covered by spans
    Category dominant = Category::Other; ///< category with the most time in the column
    SpanId longest;                      ///< the longest span that touches the column; invalid if there is none
    uint32_t spanCount = 0; ///< spans that begin in the column (approximate for buckets); > 1 is drawn as several
};

/// A pyramid over time for every row of a trace: any pixel column in O(1) at any zoom, so painting never loops over
/// spans. Levels are powers of two of time, so neighbouring zooms share results. Immutable once built; thread-safe.
/// References its trace and timing, which must outlive it. Rows of fused legs stay empty.
class LevelOfDetail {
public:
    LevelOfDetail() = default;
    LevelOfDetail(const Trace& trace, const Timing& timing);

    /// Fills `cells`, one per pixel column, for [range.begin, range.end). Below the width of the finest level it
    /// searches the row's sorted spans instead; callers need not care.
    void columns(RowId row, TimeRange range, std::vector<LodCell>& cells) const;
    /// Time per category inside the range, in ns; O(log n).
    std::array<TimeNs, categoryCount> timeByCategory(RowId row, TimeRange range) const;
    /// Busy time of the row inside the range, in ns; O(log n).
    TimeNs busyTime(RowId row, TimeRange range) const;
    size_t memoryBytes() const;

private:
    struct Private;
    std::shared_ptr<const Private> d;
};

/// First and one-past-last span of the row that intersect the range, by two binary searches.
std::pair<uint32_t, uint32_t> visibleSpans(const Trace& trace, const Timing& timing, RowId row, TimeRange range);

} // namespace bubblescope
