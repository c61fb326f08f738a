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
        int number = -1; ///< as the name states it
    };
    /// What a range of a step is called, without its number; nothing for other names.
    struct Name {
        std::string kind;
        int number = -1;
    };
    static std::optional<Name> nameOf(std::string_view text);

    void add(const Name& name, uint32_t lane, TimeRange range)
    {
        m_kinds[name.kind].push_back({lane, range, name.number});
    }
    /// Those of the kind that covers most, by lane and time. Where names do not number them, or number several alike,
    /// they are counted from 1 on each lane.
    std::vector<Range> settled();

private:
    std::map<std::string, std::vector<Range>> m_kinds;
};

} // namespace bubblescope
