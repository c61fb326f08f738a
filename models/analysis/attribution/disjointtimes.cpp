// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "disjointtimes.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

DisjointTimes::DisjointTimes(std::vector<Piece> pieces, Ask ask)
{
    std::stable_sort(
        pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.range.begin < b.range.begin; });
    m_pieces.reserve(pieces.size());
    TimeNs sum = 0;
    for (Piece piece : pieces) {
        if (!m_pieces.empty())
            piece.range.begin = std::max(piece.range.begin, m_pieces.back().range.end);
        if (piece.range.begin >= piece.range.end)
            continue;
        m_pieces.push_back(piece);
        m_before.push_back(sum);
        sum += piece.range.duration();
    }
    if (ask == Ask::Sums)
        return;
    const size_t count = m_pieces.size();
    m_longest.resize(2 * count);
    for (size_t i = 0; i < count; ++i)
        m_longest[count + i] = uint32_t(i);
    const auto length = [this](uint32_t i) { return m_pieces[i].range.duration(); };
    for (size_t i = count; i-- > 1;) {
        const uint32_t left = m_longest[2 * i];
        const uint32_t right = m_longest[2 * i + 1];
        m_longest[i] = length(right) > length(left) ? right : left;
    }
}

size_t DisjointTimes::firstAfter(TimeNs time) const
{
    const auto found = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [time](const Piece& piece) { return piece.range.end <= time; });
    return size_t(found - m_pieces.begin());
}

TimeNs DisjointTimes::until(TimeNs time) const
{
    const size_t at = firstAfter(time);
    if (at == m_pieces.size())
        return at == 0 ? 0 : m_before.back() + m_pieces.back().range.duration();
    return m_before[at] + std::max<TimeNs>(time - m_pieces[at].range.begin, 0);
}

std::optional<DisjointTimes::Piece> DisjointTimes::longest(TimeRange range) const
{
    const size_t first = firstAfter(range.begin);
    const auto after = std::partition_point(m_pieces.begin() + std::ptrdiff_t(first), m_pieces.end(),
        [&](const Piece& piece) { return piece.range.begin < range.end; });
    const auto end = size_t(after - m_pieces.begin());
    if (range.isEmpty() || first >= end)
        return std::nullopt;
    std::optional<Piece> longest;
    const auto look = [&](size_t i) {
        const TimeRange inside = m_pieces[i].range.intersected(range);
        if (!longest || inside.duration() > longest->range.duration())
            longest = Piece {inside, m_pieces[i].number};
    };
    look(first); // it may begin before the range, and the last end after it
    look(end - 1);
    // Of the tree, the fewest nodes that hold the others.
    size_t left = first + 1 + m_pieces.size();
    size_t right = end - 1 + m_pieces.size();
    for (; left < right; left /= 2, right /= 2) {
        if (left % 2 != 0)
            look(m_longest[left++]);
        if (right % 2 != 0)
            look(m_longest[--right]);
    }
    return longest;
}

std::vector<TimeRange> DisjointTimes::outside(TimeRange range) const
{
    std::vector<TimeRange> rest;
    for (size_t i = firstAfter(range.begin); i < m_pieces.size() && m_pieces[i].range.begin < range.end; ++i) {
        if (m_pieces[i].range.begin > range.begin)
            rest.push_back({range.begin, m_pieces[i].range.begin});
        range.begin = m_pieces[i].range.end;
    }
    if (range.begin < range.end)
        rest.push_back(range);
    return rest;
}

} // namespace bubblescope
