// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overtime.h"

#include <cstddef>
#include <span>
#include <vector>

namespace bubblescope {

/// What steps take longer because of ranks that are slow in some of them. Where ranks are told as slow, the same loss
/// is not told of the steps once more: one loss has one cause and one price. Times in ms, steps by index of the table.
class RankExcess {
public:
    RankExcess() = default;
    /// `told`: causes that are reported with a price. Only ranks that are slow at times or in turn count: of others no
    /// step takes longer than the next.
    RankExcess(const StepTable& table, std::span<const OverTime* const> told);

    bool isNothing() const { return m_ofRanks.empty(); }
    /// What each of these steps takes longer than the others do, without what the ranks compute longer in it; 0 if that
    /// is half of it or more. In the order of `steps`.
    std::vector<double> withoutRanks(std::span<const size_t> steps) const;
    /// Takes from a change of whole steps what is that of the ranks. False if nothing, or less than half of a drift, a
    /// shift or a saw tooth, is left. O(steps of the table).
    bool leaveToRanks(OverTime& change) const;

private:
    /// Of the steps that are not listed.
    struct Usual {
        double time = 0;
        double ofRanks = 0;
    };
    Usual usualBeside(std::span<const size_t> listed) const;
    double excessOf(size_t step, const Usual& usual) const;
    double excessOfRanks(size_t step, const Usual& usual) const;
    bool risesWithRanks(const OverTime& change) const;

    std::vector<int64_t> m_numbers;
    std::vector<double> m_times;   // NaN where it is not known
    std::vector<double> m_ofRanks; // what is told of the slowest of them; empty if nothing is
};

} // namespace bubblescope
