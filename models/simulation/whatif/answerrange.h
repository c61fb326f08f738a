// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "steptimer.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// How far off a step may be because it takes another schedule, as a share: what throughput gained over 1F1B was off
/// where it was measured (Qi et al. 2024, arXiv:2401.10241, table 4; tests/truth/tst_zerobubble.cpp).
double scheduleError(ScheduleKind kind);
/// From where to where a step of a schedule in plain numbers is expected, ns: steps that follow each other as soon as
/// their stages have ended may wait for each other as well.
std::pair<double, double> scheduleRange(ScheduleKind kind, double stepNs, double makespanNs);

/// How much shorter and how much longer a step may be, ns, as its transfers are priced on each of these machines.
std::pair<double, double> machineErrorNs(
    const StepGraph& graph, const Retiming& retiming, const Pricing& own, const std::vector<Pricing>& possible);

/// How much shorter a step may be, ns, as the messages inside nodes that nobody recorded may have all of their link: of
/// pipelines that leave a node they are priced with the few channels that NCCL then gives them.
double fewChannelsErrorNs(const StepGraph& graph, const Retiming& retiming, const Pricing& own);

/// How much shorter a step may be, ns, as compute may run beside the collectives that it is taken to wait for.
double besideErrorNs(const StepGraph& graph, const Retiming& retiming);

/// How much shorter a step may be, ns, as a single recorded microbatch stands for all: in the recorded run of 16 GPUs
/// the forward passes of the first took 2 to 20 % longer than those of the others.
double firstMicrobatchErrorNs(int recorded, int asked, const StepFigures& figures);

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
    double commScale = 1;                 ///< part of factors.transfer: set by its knob, not modelled
    bool isReplay = false;                ///< the recorded order, re-timed
    bool isRepeated = false;              ///< it follows itself: the answer is its period
    bool isOneRun = false;                ///< ranks were recorded together
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
/// compute on another GPU, and a share of every change. Not of a step as it was recorded or stated, which has none.
AnswerError answerErrorNs(const AnswerTerms& terms);

} // namespace bubblescope
