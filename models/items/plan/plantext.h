// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Planned configurations in words. Throughput is in tokens per second and GPU: it compares jobs of any size.

/// "TP", "schedule": as people call it, in little room.
QString planKnobText(std::string_view key);
/// "1F1B" of "1f1b", "selective" as it is: how a value of this knob reads.
QString planValueText(std::string_view key, const std::string& value);

/// "TP 2 · PP 4 · DP 8, interleaved 1F1B × 2, recompute selective": what is not 1, none or usual.
QString planText(const JobDescription& job);
/// What it has otherwise than another one: "TP 4 → 2, DP 2 → 4"; empty for the same.
QString planChangesText(const JobDescription& job, const JobDescription& before);
/// "bubble", "network", "memory", "compute".
QString planLimitText(PlanLimit limit);

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
QString planReason(const PlanCandidate& candidate, const PlanCandidate* before);

/// All that is known of a candidate, line by line: for tooltips and screen readers.
QString planTip(const PlanCandidate& candidate, double gpuMemoryBytes);

} // namespace bubblescope
