// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "launchpairs.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Flows from host calls to what they launch on a device, for traces whose events have no correlation number.
class FlowSettler {
public:
    /// True for the ends of such flows; other flows connect passes or threads.
    static bool leadsToDevice(const ChromeEvent& event);

    explicit FlowSettler(TraceBuilder& builder) : m_builder(builder) { }

    void add(const ChromeEvent& event, TimeNs time);
    size_t memoryBytes() const { return m_flows.size() * sizeof(Flow); }
    /// A flow starts in the innermost call at its time, and ends in what its stream runs at that time. If calls and
    /// kernels have correlation numbers, flows are ignored. `base`: the shift that was added to the spans' times.
    void settle(const EventLanes& lanes, TimeNs base, LaunchPairs& launches);

private:
    /// One end of a flow.
    struct Flow {
        uint64_t id = 0; ///< hash of its text
        StringId process;
        StringId thread;
        TimeNs time = 0;
        bool isStart = false;
    };

    TraceBuilder& m_builder;
    std::vector<Flow> m_flows;
};

} // namespace bubblescope
