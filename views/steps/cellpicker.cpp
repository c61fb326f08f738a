// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cellpicker.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double easilyHit = 3; // px

PixelCells around(const QCPAxis& axis, int pixel, int reach, size_t cells)
{
    return cellsNear(axis, pixel, pixelsPerCell(axis) < easilyHit ? reach : 0, cells);
}

/// The first of the largest.
template <typename Value> std::optional<size_t> largestAmong(const PixelCells& cells, size_t all, const Value& value)
{
    std::optional<size_t> found;
    for (size_t c = cells.first; c < std::min(cells.first + cells.count, all); ++c)
        found = !found || value(c) > value(*found) ? c : *found;
    return found;
}

} // namespace

MatrixCell cellAtPixel(const StepMatrix& matrix, const QCPAxis& steps, const QCPAxis& rows, const QPoint& pixel)
{
    const auto largest = [&](int reach) {
        const PixelCells row = around(rows, pixel.y(), reach, matrix.rowCount());
        const PixelCells step = around(steps, pixel.x(), reach, matrix.stepCount());
        return largestCell(matrix, row, step).value_or(MatrixCell {row.first, step.first}); // unknown all of them
    };
    const auto value = [&](const MatrixCell& cell) { return matrix.value(cell.row, cell.step); };
    const MatrixCell here = largest(0);
    const MatrixCell beside = largest(2);
    return value(beside) - value(here) > matrix.outstanding() ? beside : here;
}

std::optional<size_t> stepAtPixel(const StepMatrix& matrix, const QCPAxis& steps, int x)
{
    return largestAmong(around(steps, x, 0, matrix.stepCount()), matrix.curve().size(),
        [&](size_t step) { return matrix.curve()[step].worst; });
}

std::optional<size_t> rowAtPixel(const StepMatrix& matrix, const QCPAxis& rows, int y, bool isByMean)
{
    return largestAmong(around(rows, y, 1, matrix.rowCount()), matrix.hasMeans() ? matrix.rowCount() : 0,
        [&](size_t row) { return isByMean ? matrix.meanOfRow(row) : float(matrix.timesSlowest(row)); });
}

} // namespace bubblescope
