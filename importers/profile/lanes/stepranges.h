// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Finds the ranges that a program puts around its training steps ("step 3", "iteration", "train_step_12"), where no
/// profiler numbers them.
class StepRanges {
public:
    struct Range {
        uint32_t lane = 0;
        TimeRange range;
        int number = -1;       ///< as the name states it
        std::string part = {}; ///< of a step that has no range of its own, but several for its parts
    };
    /// What a range of a step is called, without its number; nothing for other names.
    struct Name {
        std::string kind;
        int number = -1;
        std::string part = {};
    };
    std::optional<Name> nameOf(std::string_view text) const;

    /// Ranges of this name are the steps, with or without a number behind it; no others are. Empty for the usual names.
    void choose(std::string name) { m_chosen = std::move(name); }
    bool isChosen() const { return !m_chosen.empty(); }
    const std::string& chosen() const { return m_chosen; }
    bool isEmpty() const { return m_kinds.empty(); }

    void add(const Name& name, uint32_t lane, TimeRange range)
    {
        m_kinds[name.kind].push_back({lane, range, name.number, name.part});
    }
    /// Those of the kind that covers most, by lane and time. Where names do not number them, or number several alike,
    /// they are counted from 1 on each lane.
    std::vector<Range> settled();

private:
    std::string m_chosen;
    std::map<std::string, std::vector<Range>> m_kinds;
};

} // namespace bubblescope
