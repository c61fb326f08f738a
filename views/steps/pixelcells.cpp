// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pixelcells.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

PixelCells cellsBetween(double begin, double end, size_t cells)
{
    if (end <= 0 || begin >= double(cells))
        return {};
    const auto first = static_cast<size_t>(std::max(std::floor(begin), 0.0));
    const auto last = static_cast<size_t>(std::clamp(std::ceil(end), double(first + 1), double(cells)));
    // A pixel within one cell shows that cell alone.
    return {first, end - begin < 1 ? 1 : std::max<size_t>(last - first, 1)};
}

std::vector<PixelCells> cellsOfPixels(const QCPAxis& axis, double from, double by, int pixels, size_t cells)
{
    // An axis from below ends at the lower edge of its last line, so that of the first is one above its rectangle.
    if (axis.orientation() == Qt::Vertical)
        from -= 1;
    std::vector<PixelCells> found(static_cast<size_t>(pixels));
    for (int p = 0; p < pixels; ++p) {
        const double begin = axis.pixelToCoord(from + p * by) + 0.5;
        const double end = axis.pixelToCoord(from + (p + 1) * by) + 0.5;
        found[static_cast<size_t>(p)] = cellsBetween(std::min(begin, end), std::max(begin, end), cells);
    }
    return found;
}

PixelCells cellsNear(const QCPAxis& axis, int pixel, int reach, size_t cells)
{
    return cellsOfPixels(axis, pixel - reach, 2 * reach + 1, 1, cells).front();
}

double pixelsPerCell(const QCPAxis& axis) { return std::abs(axis.coordToPixel(1) - axis.coordToPixel(0)); }

QCPRange partOfCells(const QCPRange& asked, size_t cells)
{
    constexpr double fewest = 4;
    const double all = double(cells);
    const double size = std::clamp(asked.size(), std::min(fewest, all), all);
    const double lower = std::clamp(asked.lower, -0.5, all - 0.5 - size);
    return {lower, lower + size};
}

} // namespace bubblescope
