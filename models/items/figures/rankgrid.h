// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// Where every rank of a run stands on a grid: one row per pipeline stage, in it the data-parallel replicas side by
/// side, each with its tensor-parallel ranks together (the order tp-dp-pp in which Megatron numbers ranks). Without
/// stages, ranks are wrapped into a grid in their order.
class RankGrid {
public:
    struct Cell {
        int rank = -1;
        int column = 0;
        int row = 0;
        int tensor = -1; ///< place in its group, -1 where the layout is not known
        int data = -1;
        int stage = -1;
        bool isMissing = false; ///< the layout has it, the folder does not
    };

    RankGrid() = default;
    explicit RankGrid(const Run& run);

    int columns() const { return m_columns; }
    int rows() const { return m_rows; }
    /// Ranks that stand together: every so many columns a wider gap is due; 0 for none.
    int groupColumns() const { return m_groupColumns; }
    /// Rows are stages (else ranks were wrapped).
    bool rowsAreStages() const { return m_rowsAreStages; }
    const std::vector<Cell>& cells() const { return m_cells; }
    /// Null where no rank stands.
    const Cell* at(int column, int row) const;
    const Cell* find(int rank) const;
    /// "stage 2", or the first rank of a wrapped row.
    QString rowTitle(int row) const;

private:
    std::vector<Cell> m_cells; // by row, then column
    std::vector<int> m_rowStages;
    int m_columns = 0;
    int m_rows = 0;
    int m_groupColumns = 0;
    bool m_rowsAreStages = false;
};

} // namespace bubblescope
