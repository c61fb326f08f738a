// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "launchpairs.h"
#include "launchphases.h"

#include <cstdint>
#include <set>
#include <vector>

namespace bubblescope {

/// Assigns the work of devices to training passes; on ranks without a device, the work of the host.
class PhaseSettler {
public:
    PhaseSettler(TraceBuilder& builder, const EventLanes& lanes) : m_builder(builder), m_lanes(lanes) { }

    /// Adds a range of the program that names the pass of what is launched inside it; times are the file's.
    void addRange(uint32_t lane, TimeRange range, const EventMeaning& meaning)
    {
        m_phases.add(lane, range, meaning.scope, {meaning.scopeCategory, meaning.stage, meaning.microbatch});
    }
    /// Adds the name of a PyTorch operator.
    void addOperator(StringId name) { m_operators.insert(name); }

    /// `ranks`: the rank of every lane; `withDevice`: ranks whose work is that of their devices, recorded or not;
    /// `base`: the shift that was added to the spans' times.
    void settle(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks,
        const std::set<int32_t>& withDevice, TimeNs base);

private:
    void takePhase(uint32_t span, const LaunchPhases::Phase& phase);
    void settleDevices(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base);
    void settleHostOperators(const std::vector<int32_t>& ranks, const std::set<int32_t>& withDevice, TimeNs base);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    LaunchPhases m_phases;
    std::set<StringId> m_operators;
};

} // namespace bubblescope
