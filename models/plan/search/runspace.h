// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"
#include "result.h"
#include "whatif.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The combinations of structure knobs that an opened input answers to, each of which differs from all others in what
/// it makes of the input: layouts, orders of each, details of each order. Always in the same order. Refers to a
/// simulator and a space that must outlive it.
class RunSpace {
public:
    /// Refuses limits of knobs that are not searched.
    static Result<RunSpace> of(const Simulator& simulator, const PlanSpace& space);

    /// Group sizes, experts and microbatches; the input's own layout moves none of them.
    std::vector<Knobs> layouts() const;
    /// Schedules and chunks of a layout; as the input has it first, if that is allowed.
    std::vector<Knobs> orders(const Knobs& layout) const;
    /// Partition and overlap of an order; those that move neither first, if that is allowed. Balancing takes as long as
    /// making the job.
    std::vector<Knobs> details(const Knobs& order) const;
    /// The first of them, but with gradients beside compute where that may be: what an order is judged by before
    /// all its details are tried. nullopt where all that is allowed needs another partition.
    std::optional<Knobs> usualDetail(const Knobs& order) const;
    /// Of a job whose sizes are described: each other recomputation, sharding, size of microbatches and number of GPUs
    /// that share a sequence, one at a time, of an order with its details; the batch and the number of GPUs stay. Each
    /// entry has the values of one of them. Empty for other inputs; nothing limits them.
    std::vector<std::vector<Knobs>> habits(const Knobs& from) const;
    /// Layouts, orders and details together.
    std::vector<Knobs> all() const;

    /// Knobs that PlanSpace::allowed may limit.
    static const std::vector<std::string_view>& knobs();
    /// What these combinations move, as `--set` takes it, knobs separated by spaces; empty for the input as it is.
    static std::string setOf(const Knobs& combination);

private:
    RunSpace(const Simulator& simulator, const PlanSpace& space) : m_simulator(&simulator), m_space(&space) { }

    std::optional<int> own(std::string_view knob) const;
    std::optional<int> value(const Knobs& knobs, std::string_view knob) const;
    const std::vector<std::string>* limits(std::string_view knob) const;
    bool isAllowed(std::string_view knob, std::string_view value) const;
    bool mayBe(std::string_view knob, int value, int ownValue) const;
    int stagesOf(const Knobs& layout) const;
    std::vector<int> expertSizes() const;
    void addExperts(std::vector<Knobs>& all, const Knobs& groups) const;
    std::vector<Knobs> overlaps(const Knobs& knobs) const;

    const Simulator* m_simulator;
    const PlanSpace* m_space;
};

} // namespace bubblescope
