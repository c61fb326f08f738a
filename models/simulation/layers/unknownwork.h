// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "modellayers.h"

namespace bubblescope {

/// By how much the compute of a microbatch may be off, ns, where experts keep what they took: half of what they take on
/// the busiest rank. In the recorded run of 16 GPUs, whose exchanges show it, experts would take 19 % more on half as
/// many ranks, and 37 % more on twice as many.
double unknownExpertsNs(const JobProfile& job);

/// The same of embedding and head where layers move. A head that is guessed by its parameters (0.65 layers of as many)
/// was 0.59 to 0.84 in recorded runs that show it. Where nothing is known of the ends, the slowest of four recorded
/// stages took 12 % longer than with equal layers: 20 %, as messages are unknown there, too. What the ends do is as
/// much in however many stages it lies: of two, each twice as long, it is half of that. A single stage records no
/// messages and gaps beside them (3.4 % of the recorded step), nor apart what its ends do once a step (2 %). Where
/// stages are joined whole, there is nothing to be told apart.
double unknownEndsNs(
    const JobProfile& job, const ModelLayers& layers, const LayerMoves& moves, const Schedule& schedule);

} // namespace bubblescope
