// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnsweep.h"

#include <array>

namespace bubblescope {

/// True if buckets of 2^shift ns are fine enough: at least two per column.
constexpr bool areFineEnough(int shift, TimeNs columnWidth) { return columnWidth >> (shift + 1) > 0; }

/// Feeds the buckets of one chunk: as wide as the columns allow, and finer ones across the edge of a column.
class FoldedChunk {
public:
    /// All must outlive it. `columnWidth` in ns.
    FoldedChunk(const DetailChunk& chunk, const DetailNode* nodes, TimeNs columnWidth, ColumnSweep& sweep);
    void feed(TimeRange range) const;

private:
    void feed(int level, TimeNs bucket) const;

    const DetailChunk& m_chunk;
    ColumnSweep& m_sweep;
    const DetailNode* m_nodes;
    std::array<TimeNs, 64> m_levels; // by level: offset from a bucket's number to its node
    int m_top = 0;
    int m_finest = 0;
};

} // namespace bubblescope
