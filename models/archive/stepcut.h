// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankblocks.h"
#include "rankends.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// Chooses what one step needs to be analysed as if the whole run were there: all spans of the step, those that meet
/// its time and some time around it, and of the steps before and after it what shows where they end and begin, and
/// where their pipeline was filled and drained.
class StepCut {
public:
    /// `tables` is the whole run without its spans, whose rows follow each other, and must outlive this; `step` the
    /// number of one of its steps.
    StepCut(const Trace& tables, int32_t step);
    /// Of the rank with this index; `ends` have the numbers of the whole run. nullopt if a parent is none of the rank.
    std::optional<std::vector<SpanId>> spansOf(size_t index, const Trace& rank, const RankEnds& ends) const;

private:
    void keepBounds(size_t index, const Trace& rank, std::vector<bool>& isKept) const;

    const Trace& m_tables;
    std::vector<RankSpans> m_blocks;
    std::vector<std::span<const Row>> m_rows; ///< by rank
    int32_t m_step;
    TimeRange m_around; ///< the step's, with some time before and after it
};

} // namespace bubblescope
