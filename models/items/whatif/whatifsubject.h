// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "stepfigures.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// State of a knob for an input before it is moved.
struct KnobState {
    std::string_view key;
    std::string own;                  ///< the input's own value as text, empty if it has none
    std::optional<Message> whyNot;    ///< why it cannot be moved
    std::vector<Message> evidence {}; ///< sentences: how its own value is known
};

/// What is simulated: fixed for one input and step.
struct WhatIfSubject {
    QString title; ///< "step 2 of demo"
    StepFigures baseline;
    Origin baselineOrigin = Origin::Measured;
    std::optional<int64_t> step;  ///< its number, if the run has several
    std::vector<KnobState> knobs; ///< in the order of knobTable()
    const KnobState* knob(std::string_view key) const;
    /// The opened step to compare an answer with, whose knobs may state how many samples a microbatch holds.
    StepFigures openedBeside(const StepFigures& answer) const;
};

} // namespace bubblescope
