// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace bubblescope {

/// Ranges that a program puts around the forward, backward and optimizer passes of its microbatches.
class TracePasses {
public:
    explicit TracePasses(TraceBuilder& builder) : m_builder(builder) { }

    void add(uint32_t span, uint32_t lane, const EventMeaning& meaning)
    {
        m_passes.push_back({span, lane, meaning.category, meaning.operation, meaning.stage, meaning.microbatch});
    }
    size_t memoryBytes() const { return m_passes.size() * sizeof(Pass); }
    /// Decides, once everything is read, whether the host's ranges are the work itself or only its launches. `ranks`:
    /// the rank of every lane. `withDevice`: ranks whose work is that of their devices, recorded or not.
    void settle(const EventLanes& lanes, const std::vector<int32_t>& ranks, const std::set<int32_t>& withDevice);
    /// By rank, the stages that its passes name.
    std::map<int32_t, std::set<int16_t>> stages(const std::vector<int32_t>& ranks) const;
    /// Highest microbatch number plus one; 0 if no pass has one.
    int microbatches() const;

private:
    struct Pass {
        uint32_t span;
        uint32_t lane;
        Category category;
        Operation operation;
        int16_t stage;
        int32_t microbatch;
    };

    TraceBuilder& m_builder;
    std::vector<Pass> m_passes;
};

} // namespace bubblescope
