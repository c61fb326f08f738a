// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// Ranges of time that follow one another, each with a number: how much of any range they take, and which of them takes
/// most of it, in O(log n).
class DisjointTimes {
public:
    struct Piece {
        TimeRange range;
        uint32_t number = 0;
    };
    DisjointTimes() = default;
    enum class Ask : uint8_t { Sums, Longest };
    /// In any order. Of a range that overlaps one that begins before it only what follows that counts. What is asked
    /// for more than sums takes memory.
    explicit DisjointTimes(std::vector<Piece> pieces, Ask ask = Ask::Longest);

    const std::vector<Piece>& pieces() const { return m_pieces; }
    TimeNs within(TimeRange range) const { return range.isEmpty() ? 0 : until(range.end) - until(range.begin); }
    /// That of which most lies in the range, as it lies in it; nullopt if none does. Not of those made for sums.
    std::optional<Piece> longest(TimeRange range) const;
    /// A range without what these take, in order of time.
    std::vector<TimeRange> outside(TimeRange range) const;

private:
    TimeNs until(TimeNs time) const;
    size_t firstAfter(TimeNs time) const; // the first that ends after it

    std::vector<Piece> m_pieces;
    std::vector<TimeNs> m_before;    // by piece: sum of those before it
    std::vector<uint32_t> m_longest; // a tree: the longer of two children, leaves are the pieces
};

} // namespace bubblescope
