// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

#include <map>
#include <vector>

namespace bubblescope {

/// Ascend's profiler says itself when a device computes or communicates ("Overlap Analysis"). What it calls the stage
/// of a step lasts from the first of that to the last. Times are the file's own.
class DeviceStages {
public:
    DeviceStages(const TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base);
    /// The stage of a step; the step itself on ranks of which the profiler says nothing.
    TimeRange of(int32_t rank, TimeRange step) const;

private:
    std::map<int32_t, std::vector<TimeRange>> m_work; ///< in order of begin
};

} // namespace bubblescope
