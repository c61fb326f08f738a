// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

struct DetailRow;

/// Columns of a row with about one span to a column: spans are scattered into the columns where they begin and end,
/// what lies between follows from a running sum. Exact, and nearly without a branch, where a sweep from edge to edge
/// guesses wrong at every span. Made to be used again: rows of one frame share the edges. Not for two threads at once.
class SpanColumns {
public:
    /// Rows of more kinds of spans are better swept.
    static constexpr int mostSlots = 4;

    void setColumns(TimeRange range, size_t count);
    /// Where columns begin, and last where the last one ends: floor(duration * column / count) behind the range's begin.
    std::span<const TimeNs> edges() const { return m_edges; }
    /// Spans [first, last) of the row, all of which touch the range, into as many cells as setColumns() said.
    void fill(const Trace& trace, const Timing& timing, const DetailRow& row, uint32_t first, uint32_t last,
        std::span<LodCell> cells);

private:
    struct Column {
        uint64_t longest = 0; ///< duration in the upper half, so that the longest is simply the largest
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
    // Neutral between two rows.
    std::vector<Column> m_columns;
    std::vector<TimeNs> m_parts;   // by column and slot: what spans that do not fill the column cover of it,
    std::vector<int32_t> m_covers; // and by how many more it is covered as a whole than the one before
};

} // namespace bubblescope
