// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

struct DetailRow;

/// Columns of a row with about one span per column. Spans are scattered to the columns where they begin and end, and
/// what lies in between follows from a running sum. Exact and nearly branchless, whereas a sweep over the edges
/// mispredicts at every span. Reusable: rows of one frame share the edges. Not thread-safe.
class SpanColumns {
public:
    /// For rows with more categories a sweep is faster.
    static constexpr int mostSlots = 4;

    void setColumns(TimeRange range, size_t count);
    /// Begin of every column, then the end of the last: floor(duration * column / count) after the begin of the range.
    std::span<const TimeNs> edges() const { return m_edges; }
    /// Adds spans [first, last) of the row, all of which touch the range, to as many cells as setColumns() was given.
    void fill(const Trace& trace, const Timing& timing, const DetailRow& row, uint32_t first, uint32_t last,
        std::span<LodCell> cells);

private:
    struct Column {
        uint64_t longest = 0; ///< duration in the upper half, so that the greatest value is the longest span
        uint32_t lastBegun = SpanId::noValue;
        uint32_t count = 0;
    };
    size_t columnOf(TimeNs time) const;
    template <int slotCount>
    void scatter(const Trace& trace, const Timing& timing, const DetailRow& row, uint32_t first, uint32_t last);
    template <int slotCount> void gather(const Trace& trace, const DetailRow& row, std::span<LodCell> cells);

    TimeRange m_range;
    double m_columnsPerNs = 0;
    std::vector<TimeNs> m_edges;
    // All zero between two rows.
    std::vector<Column> m_columns;
    std::vector<TimeNs> m_parts;   // by column and slot: time covered by spans that do not fill the column,
    std::vector<int32_t> m_covers; // and by how many more spans it is filled than the previous one
};

} // namespace bubblescope
