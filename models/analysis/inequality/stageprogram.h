// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepoperations.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// An operation of a stage, numbered among those of its kind, and the others of the stage that it waits for.
struct StagePlace {
    StepOperation kind = StepOperation::Forward;
    uint32_t nth = 0;
    int16_t chunk = 0;
    TimeNs begin = 0;
    bool meets = false; ///< as of RecordedOperation
    std::vector<uint32_t> inputs;
};

/// What the ranks of a stage do in a step, by kind, then begin.
struct StageProgram {
    std::vector<StagePlace> places;
    /// Index of the first place of a kind.
    uint32_t first(StepOperation kind) const;
    uint32_t count(StepOperation kind) const;
    /// Indices by begin; equal ones by number, then kind.
    std::vector<uint32_t> inOrder(const std::function<bool(StepOperation)>& isWanted) const;
};

} // namespace bubblescope
