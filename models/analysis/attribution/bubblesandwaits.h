// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timesplit.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// A time series of stretches that do not overlap, with their sum up to any time. O(log n).
class StretchSums {
public:
    struct Stretch {
        TimeRange range;
        TimeNs before = 0; ///< length of all earlier ones
        SpanId span;       ///< in which the rank waits; invalid if nothing was recorded
    };

    /// Call in order of time; joins stretches that touch.
    void add(TimeRange range, SpanId span);
    std::span<const Stretch> all() const { return m_all; }
    /// Those that touch the range.
    std::span<const Stretch> inside(TimeRange range) const;
    TimeNs sum(TimeRange range) const { return until(range.end) - until(range.begin); }
    /// Adds the covered share of each of the columns that divide the range. O(columns), however many stretches.
    void addShares(TimeRange range, std::span<float> columns) const;
    bool isEmpty() const { return m_all.empty(); }

private:
    TimeNs until(TimeNs time) const;

    std::vector<Stretch> m_all;
};

/// When a rank waits or has no work, exactly as splitRank() charges it.
struct RankWaits {
    StretchSums bubbles; ///< adds up to TimeSplit::bubble()
    StretchSums waiting; ///< adds up to TimeSplit::waiting()
    StretchSums gaps {}; ///< of that: without a record; BubblesAndWaits sets it
};

/// What a timeline draws as bubble or waiting, by rank index: the same stretches whose sums the figures print.
class BubblesAndWaits {
public:
    BubblesAndWaits() = default;
    /// `idle` by rank index, each as splitRank() appends it.
    explicit BubblesAndWaits(const std::vector<std::vector<IdleStretch>>& idle);
    explicit BubblesAndWaits(std::vector<RankWaits> ranks);

    const std::vector<RankWaits>& ranks() const { return m_ranks; }
    /// Null if there is no such rank.
    const RankWaits* of(size_t rank) const { return rank < m_ranks.size() ? &m_ranks[rank] : nullptr; }
    bool hasBubbles() const;

private:
    void findGaps();

    std::vector<RankWaits> m_ranks;
};

} // namespace bubblescope
