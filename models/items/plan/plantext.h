// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"
#include "sensitivity.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Planned configurations in words.

/// "TP", "schedule": as people call it, in little room.
QString planKnobText(std::string_view key);
/// "1F1B" of "1f1b", "selective" as it is: how a value of this knob reads.
QString planValueText(std::string_view key, const std::string& value);

/// "TP 2 · PP 4 · DP 8, interleaved 1F1B × 2, recompute selective": what is not 1, none or usual.
QString planText(const JobDescription& job);
/// What it has otherwise than another one: "TP 4 → 2, DP 2 → 4"; empty for the same.
QString planChangesText(const JobDescription& job, const JobDescription& before);
/// "TP 1 · PP 2 · DP 4, ZB-V, overlap on": the knobs that were moved; empty for none.
QString movedKnobsText(const Knobs& knobs);
/// "microbatches 8 to 16"; a combination as its knobs read.
QString gainedByText(const KnobGain& gain);
/// "bubble", "network", "memory", "compute".
QString planLimitText(PlanLimit limit);

/// What throughput is counted in: of a described job tokens, which compare jobs of any size; of an opened run what it
/// states.
enum class PlanUnit : uint8_t { TokensPerGpu, Samples, Steps };
/// "tokens/s per GPU", "samples/s", "steps/s".
QString planUnitText(PlanUnit unit);
/// "12 000 tokens/s per GPU".
QString planThroughputText(double throughput, PlanUnit unit);

/// In the unit of its search.
double tokensPerSecondPerGpu(const PlanCandidate& candidate);
/// The ends of its range; both the figure itself where there is none.
double lowTokens(const PlanCandidate& candidate);
double highTokens(const PlanCandidate& candidate);
/// Of the fullest stage, slack included; 0 if not known.
double fullestBytes(const PlanCandidate& candidate);
/// "16 400 – 18 100"; a single figure where there is no range.
QString planRangeText(const PlanCandidate& candidate);

/// A part of the step, ns.
struct PlanPart {
    QString name;
    double ns = 0;
};
/// They add up to the step.
std::vector<PlanPart> planParts(const PlannedStep& step);
/// Why it is as fast as it is, in one sentence: beside another one what its step saves and what that costs, for the
/// same tokens on as many GPUs; alone, what limits it.
QString planReason(
    const PlanCandidate& candidate, const PlanCandidate* before, PlanUnit unit = PlanUnit::TokensPerGpu);

/// All that is known of a candidate, line by line: for tooltips and screen readers. `fullBytes`: the modelled bytes that
/// fill a GPU, beside a run of the job other ones than it has; 0 where they are not known, 1 where nothing fits.
QString planTip(const PlanCandidate& candidate, double fullBytes, PlanUnit unit = PlanUnit::TokensPerGpu);

} // namespace bubblescope
