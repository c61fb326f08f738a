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

/// Tells which pass of training the work of devices belongs to; where a rank shows no device, the work of its host.
class PhaseSettler {
public:
    PhaseSettler(TraceBuilder& builder, const EventLanes& lanes) : m_builder(builder), m_lanes(lanes) { }

    /// A range of a program that says something of what is launched within it; times are the file's.
    void addRange(uint32_t lane, TimeRange range, const EventMeaning& meaning)
    {
        m_phases.add(lane, range, meaning.scope, {meaning.scopeCategory, meaning.stage, meaning.microbatch});
    }
    /// The name of one of PyTorch's operators.
    void addOperator(StringId name) { m_operators.insert(name); }

    /// `ranks`: of every lane; `base`: what was added to the times of the spans.
    void settle(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base);

private:
    void takePhase(uint32_t span, const LaunchPhases::Phase& phase);
    void settleDevices(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base);
    void settleHostOperators(const std::vector<int32_t>& ranks, TimeNs base);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    LaunchPhases m_phases;
    std::set<StringId> m_operators;
};

} // namespace bubblescope
