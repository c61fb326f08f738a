// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "launchpairs.h"
#include "tracebuilder.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// Makes of the steps of hosts those of their devices, which may be a hundred milliseconds behind: a step of a device
/// holds what was launched in the host's, and lasts from the end of what was launched before it (where nothing was:
/// from the begin of its own first operation) to the end of its own last one. What was launched between two ranges of
/// the host belongs to no step.
class DeviceSteps {
public:
    /// `rankOfLane` by lane of the calls; times of `builder` are `base` later than those of the steps.
    DeviceSteps(const TraceBuilder& builder, const std::vector<LaunchPairs::Pair>& launches,
        const std::vector<int32_t>& rankOfLane, TimeNs base);

    /// Sorts the steps by rank and begin, and changes those of ranks that launched anything in them. Of a slice of the
    /// recording only those of which nothing was cut off. None keeps its host's range that is not a device's step.
    void settle(std::vector<RankStep>& steps, std::optional<TimeRange> slice) const;

private:
    struct Work;

    void settleRank(std::span<RankStep> steps, const Work* works, std::optional<TimeRange> slice) const;
    std::vector<Work> workOf(std::span<const RankStep> steps) const;

    const TraceBuilder& m_builder;
    const std::vector<LaunchPairs::Pair>& m_launches;
    const std::vector<int32_t>& m_ranks;
    TimeNs m_base;
};

} // namespace bubblescope
