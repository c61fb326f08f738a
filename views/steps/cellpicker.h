// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "matrixrows.h"
#include "pixelcells.h"

#include <optional>

namespace bubblescope {

// What the user means who points at a pixel that shows several cells: what stands out there.

/// Of the matrix; where cells are hard to hit, also of the pixels around it.
MatrixCell cellAtPixel(const StepMatrix& matrix, const QCPAxis& steps, const QCPAxis& rows, const QPoint& pixel);
/// Of the curves: the step whose worst rank is the worst.
std::optional<size_t> stepAtPixel(const StepMatrix& matrix, const QCPAxis& steps, int x);
/// Of the margins: the row that is the slowest most often, or has the largest mean.
std::optional<size_t> rowAtPixel(const StepMatrix& matrix, const QCPAxis& rows, int y, bool isByMean);

} // namespace bubblescope
