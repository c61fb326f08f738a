// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "steptimer.h"

#include <array>
#include <optional>

namespace bubblescope {

/// What an answer was computed from, and so what may be wrong with it.
struct AnswerTerms {
    const StepGraph& graph;
    const Retiming& retiming;
    const CostFactors& factors;
    const TransferFit& fit;
    const Knobs& structure;               ///< that ask for another order, moved
    /// Part of factors.computeClass: another GPU's, and how far that may be off.
    std::array<double, computeClassCount> hardwareFactor = unchangedCompute;
    std::array<RatioRange, computeClassCount> hardwareRange {};
    double commScale = 1;                 ///< part of factors.transfer: told, not modelled
    bool isReplay = false;                ///< the recorded order, re-timed
    bool isRepeated = false;              ///< it follows itself: the answer is its period
    bool isOneRun = false;                ///< ranks were recorded together
    bool asksNothing = false;             ///< no knob is moved
    double endsErrorNs = 0;               ///< see JobProfile
    double expertsErrorNs = 0;            ///< the same
    double changeNs = 0;                  ///< of the step as it was opened
    double openedNs = 0;                  ///< what the model has of that
    double unexplainedNs = 0;             ///< that stands on both sides
    std::optional<double> replayError {}; ///< of the model in the recorded order, as a share
};

/// How much shorter and longer than told a step may be.
struct AnswerError {
    double shorterNs = 0;
    double longerNs = 0;
};

/// The range in which the step is expected. Terms are taken for independent: what the model misses of the recorded
/// step, what each structure knob takes for granted, transfers on the critical path that are priced or rescaled,
/// compute on another GPU, and a share of every change. 0 for a step as it was recorded.
AnswerError answerErrorNs(const AnswerTerms& terms);

} // namespace bubblescope
