// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "launchpairs.h"
#include "tracebuilder.h"

#include <map>
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
    struct Recorded {
        const TraceBuilder& builder;
        const std::vector<LaunchPairs::Pair>& launches;
        const std::vector<LaunchPairs::Lost>& lost; ///< launching calls without anything on a device
        const EventLanes& lanes;
        const std::vector<int32_t>& ranks; ///< by lane
        TimeNs base; ///< times of `builder` are that much later than those of the steps
        bool isCut;  ///< the file breaks off
    };

    explicit DeviceSteps(const Recorded& recorded) : m_recorded(recorded) { }

    /// Sorts the steps by rank and begin, and changes those of ranks that launched anything in them. Of a slice of the
    /// recording only those of which nothing was cut off. None keeps its host's range that is not a device's step.
    /// Empty is the range of a step whose end is missing: of what it launched last nothing was recorded on the device,
    /// or the file breaks off in it. If that is so for all of a rank, or nothing that its host launched was recorded, all
    /// that was recorded of its device becomes a whole recording, in place of the first with work.
    void settle(std::vector<RankStep>& steps, std::optional<TimeRange> slice) const;

private:
    struct Work;
    struct Device;

    void settleRank(std::span<RankStep> steps, std::span<const Work> works, const Device& device,
        std::optional<TimeRange> slice) const;
    std::vector<Work> workOf(std::span<const RankStep> steps) const;
    std::map<int32_t, Device> devicesOfRanks() const;
    void dropUnfinished(std::span<RankStep> steps, std::span<const Work> works, const Device& device) const;

    const Recorded m_recorded;
};

} // namespace bubblescope
