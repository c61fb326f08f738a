// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepmatrix.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Neighbouring rows of one stage or host.
struct RowGroup {
    size_t first = 0;
    size_t rows = 0;
    int number = -1; ///< of the stage, or host
    bool operator==(const RowGroup&) const = default;
};

/// What the order of the rows groups them by, from top to bottom; empty if they are sorted by value.
std::vector<RowGroup> rowGroups(const StepMatrix& matrix);

struct MatrixCell {
    size_t row = 0;
    size_t step = 0;
    bool operator==(const MatrixCell&) const = default;
};

/// The largest of a block of cells: what stands out where several share a pixel. nullopt if none is known. O(cells).
std::optional<MatrixCell> largestCell(const StepMatrix& matrix, StepMatrix::Steps rows, StepMatrix::Steps steps);

} // namespace bubblescope
