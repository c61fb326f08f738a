// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "launchpairs.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Arrows from calls of the host to what they start on a device, of traces whose events have no correlation.
class FlowSettler {
public:
    /// True for ends of such arrows; others tie passes or threads together.
    static bool leadsToDevice(const ChromeEvent& event);

    explicit FlowSettler(TraceBuilder& builder) : m_builder(builder) { }

    void add(const ChromeEvent& event, TimeNs time);
    size_t memoryBytes() const { return m_flows.size() * sizeof(Flow); }
    /// An arrow begins in the innermost call at its time, and ends in what runs on its stream then. Where calls and
    /// kernels say their number themselves, the arrows add nothing. `base`: what was added to the times of the spans.
    void settle(const EventLanes& lanes, TimeNs base, LaunchPairs& launches);

private:
    /// One end of an arrow.
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
