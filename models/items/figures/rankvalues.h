// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// A figure by which ranks are compared: shares of a rank's own time, or its step time; of the share that it computes,
/// also how much more that is than what its peers do.
enum class RankMetric : uint8_t { BesidePeers, Busy, Bubble, Waiting, ExposedCommunication, Idle, StepTime };

/// By the order of the trace's ranks: shares 0..1; NaN where `summary` does not know the rank.
std::vector<double> rankShares(const Trace& trace, const RunSummary& summary, RankMetric metric);
/// By the order of the trace's ranks, in ns: of that step, else the median over the steps; NaN if unknown.
std::vector<double> rankStepTimes(const Trace& trace, std::optional<int64_t> step);

/// Some stage has several ranks.
bool hasPeers(const Trace& trace);
/// By the order of the trace's ranks: each of `values` over the median of its stage, minus 1; NaN where that is
/// unknown.
std::vector<double> besidePeers(const Trace& trace, const std::vector<double>& values);

/// The range of the known values, widened so that insignificant differences do not look like large ones.
struct RankScale {
    double from = 0;
    double to = 1;
};
/// Of deviations as far to both sides.
RankScale rankScale(const std::vector<double>& values, RankMetric metric);

} // namespace bubblescope
