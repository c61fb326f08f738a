// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// Positions of a run's ranks on a grid: one row per pipeline stage, in it the data-parallel replicas side by side,
/// each with its tensor-parallel ranks together (Megatron's numbering tp-dp-pp). Without stages, ranks are wrapped into
/// a grid in order. Or by host: the ranks of each side by side, as many hosts in a row as fit.
class RankGrid {
public:
    struct Cell {
        int rank = -1;
        int column = 0;
        int row = 0;
        int tensor = -1; ///< index in its group, -1 if the layout is unknown
        int data = -1;
        int expert = -1; ///< index in its expert-parallel group, -1 if there is none
        int host = -1;   ///< -1 if unknown
        int stage = -1;
        bool isMissing = false; ///< in the layout, but not in the folder
    };

    RankGrid() = default;
    enum class Arrangement : uint8_t { ByStage, ByHost };
    explicit RankGrid(const Run& run, Arrangement arrangement = Arrangement::ByStage);

    int columns() const { return m_columns; }
    int rows() const { return m_rows; }
    /// Ranks that belong together: after this many columns there is a wider gap; 0 for none.
    int groupColumns() const { return m_groupColumns; }
    /// Replicas that share out the experts: after this many columns an expert-parallel group ends; 0 for none.
    int expertColumns() const { return m_expertColumns; }
    /// True if rows are stages, false if ranks were wrapped.
    bool rowsAreStages() const { return m_rowsAreStages; }
    const std::vector<Cell>& cells() const { return m_cells; }
    /// Null if there is no rank.
    const Cell* at(int column, int row) const;
    const Cell* find(int rank) const;
    /// "stage 2", the first host, or the first rank of a wrapped row.
    QString rowTitle(int row) const;

private:
    void arrangeByHost(const Run& run);

    std::vector<Cell> m_cells; // by row, then column
    std::vector<int> m_rowStages;
    std::vector<QString> m_rowHosts; ///< by host: the first of each row
    int m_columns = 0;
    int m_rows = 0;
    int m_groupColumns = 0;
    int m_expertColumns = 0;
    bool m_rowsAreStages = false;
};

} // namespace bubblescope
