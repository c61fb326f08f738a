// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "matrixrows.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

std::vector<RowGroup> rowGroups(const StepMatrix& matrix)
{
    std::vector<RowGroup> groups;
    const StepMatrix::Order order = matrix.options().order;
    for (size_t r = 0; r < matrix.rowCount() && order != StepMatrix::Order::Value; ++r) {
        const StepTable::Row& row = matrix.row(r);
        const int number = order == StepMatrix::Order::Stage ? row.stage : row.host;
        if (groups.empty() || groups.back().number != number)
            groups.push_back({r, 0, number});
        ++groups.back().rows;
    }
    return groups;
}

std::optional<MatrixCell> largestCell(const StepMatrix& matrix, StepMatrix::Steps rows, StepMatrix::Steps steps)
{
    std::optional<MatrixCell> found;
    float largest = 0;
    for (size_t r = rows.first; r < std::min(rows.first + rows.count, matrix.rowCount()); ++r) {
        for (size_t s = steps.first; s < std::min(steps.first + steps.count, matrix.stepCount()); ++s) {
            const float value = matrix.value(r, s);
            if (!std::isfinite(value) || (found && value <= largest))
                continue;
            found = MatrixCell {r, s};
            largest = value;
        }
    }
    return found;
}

} // namespace bubblescope
