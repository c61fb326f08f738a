// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "launchpairs.h"

#include <cstdint>
#include <utility>
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
    /// kernels have correlation numbers, flows are ignored. Where Ascend's profiler leads to a kernel both from its
    /// operator and from the call of CANN that another thread made for it, the operator counts, for all that the call
    /// started: what a stream runs is in the order of its launches. `base`: the shift that was added to the spans'
    /// times.
    void settle(const EventLanes& lanes, TimeNs base, LaunchPairs& launches);

private:
    /// One end of a flow.
    struct Flow {
        uint64_t id = 0; ///< hash of its text
        StringId process;
        StringId thread;
        TimeNs time = 0;
        bool isStart = false;
        bool isOfOperator = false; ///< of Ascend's: from the operator, and not from the call of CANN that it led to
    };

    /// Of one process of a device: the number of a flow.
    using CallOnDevice = std::pair<StringId, uint64_t>;
    struct Started {
        CallOnDevice call;
        uint32_t lane;
        uint32_t span;
    };

    TraceBuilder& m_builder;
    std::vector<Flow> m_flows;
};

} // namespace bubblescope
