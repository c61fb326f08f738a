// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "stepmatrix.h"

#include <vector>

namespace bubblescope {

/// First cell and number of cells that a pixel shows; 0 cells outside.
using PixelCells = StepMatrix::Steps;

/// What lies from `begin` to `end`, counted in cells from the first.
PixelCells cellsBetween(double begin, double end, size_t cells);
/// Of each pixel from a coordinate on, `by` apart.
std::vector<PixelCells> cellsOfPixels(const QCPAxis& axis, double from, double by, int pixels, size_t cells);
/// Of a pixel and those that are at most so far from it.
PixelCells cellsNear(const QCPAxis& axis, int pixel, int reach, size_t cells);
/// Pixels of one cell.
double pixelsPerCell(const QCPAxis& axis);
/// What may be in sight of so many cells, the first of them at 0: neither less than a few nor beyond them.
QCPRange partOfCells(const QCPRange& asked, size_t cells);

} // namespace bubblescope
