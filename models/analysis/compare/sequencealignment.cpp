// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequencealignment.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Places = std::vector<std::pair<uint32_t, uint32_t>>;
using Keys = std::span<const uint64_t>;

/// Looks for the way from the begin of both to their ends that leaves out least. Each row of `ways` holds how far it
/// leads in `a` if so many are left out, by diagonal: place in `a` minus place in `b`.
class WayThrough {
public:
    WayThrough(Keys a, Keys b) : m_a(a), m_b(b) { }

    /// The way with the fewest left out, or the longest one with `most` left out. Returns where it ends.
    std::pair<int64_t, int64_t> find(int64_t most)
    {
        m_ways.assign(1, {follow(0, 0)});
        if (isEnd(m_ways[0][0], 0))
            return finish(0, 0);
        for (int64_t left = 1; left <= most; ++left) {
            std::vector<int64_t> way(size_t(2 * left + 1), nowhere);
            for (int64_t diagonal = -left; diagonal <= left; diagonal += 2) {
                if (const int64_t x = std::max(afterB(left, diagonal), afterA(left, diagonal)); x >= 0)
                    way[size_t(diagonal + left)] = follow(x, x - diagonal);
            }
            m_ways.push_back(std::move(way));
            for (int64_t diagonal = -left; diagonal <= left; diagonal += 2) {
                if (isEnd(reached(left, diagonal), diagonal))
                    return finish(left, diagonal);
            }
        }
        int64_t longest = -most;
        for (int64_t diagonal = -most; diagonal <= most; diagonal += 2) {
            if (2 * reached(most, diagonal) - diagonal > 2 * reached(most, longest) - longest)
                longest = diagonal;
        }
        return finish(most, longest);
    }
    const Places& places() const { return m_places; }

private:
    static constexpr int64_t nowhere = -(int64_t(1) << 40);

    int64_t follow(int64_t x, int64_t y) const
    {
        while (x < int64_t(m_a.size()) && y < int64_t(m_b.size()) && m_a[size_t(x)] == m_b[size_t(y)])
            ++x, ++y;
        return x;
    }
    bool isEnd(int64_t x, int64_t diagonal) const
    {
        return x == int64_t(m_a.size()) && x - diagonal == int64_t(m_b.size());
    }
    int64_t reached(int64_t left, int64_t diagonal) const
    {
        return diagonal < -left || diagonal > left ? nowhere : m_ways[size_t(left)][size_t(diagonal + left)];
    }

    // Where a diagonal begins after a member of b, or of a, was left out.
    int64_t afterB(int64_t left, int64_t diagonal) const
    {
        const int64_t x = reached(left - 1, diagonal + 1);
        return x - diagonal > int64_t(m_b.size()) ? nowhere : x;
    }
    int64_t afterA(int64_t left, int64_t diagonal) const
    {
        const int64_t x = reached(left - 1, diagonal - 1) + 1;
        return x > int64_t(m_a.size()) ? nowhere : x;
    }

    std::pair<int64_t, int64_t> finish(int64_t left, int64_t diagonal)
    {
        const std::pair<int64_t, int64_t> end {reached(left, diagonal), reached(left, diagonal) - diagonal};
        m_places.clear();
        for (; left >= 0; --left) {
            const int64_t b = left > 0 ? afterB(left, diagonal) : 0;
            const int64_t a = left > 0 ? afterA(left, diagonal) : 0;
            for (int64_t at = reached(left, diagonal) - 1; at >= std::max(a, b); --at)
                m_places.emplace_back(uint32_t(at), uint32_t(at - diagonal));
            diagonal += b >= a ? 1 : -1;
        }
        std::reverse(m_places.begin(), m_places.end());
        return end;
    }

    Keys m_a;
    Keys m_b;
    std::vector<std::vector<int64_t>> m_ways;
    Places m_places;
};

} // namespace

Places alignedPlaces(Keys a, Keys b)
{
    // Sequences that have little in common take the product of length and this; each piece of them is shorter.
    int64_t mostLeftOut = 1024;
    constexpr int64_t fewestLeftOut = 64;
    Places places;
    uint32_t x = 0;
    uint32_t y = 0;
    while (x < a.size() && y < b.size()) {
        WayThrough way(a.subspan(x), b.subspan(y));
        const auto [endX, endY] = way.find(mostLeftOut);
        for (const auto& [atX, atY] : way.places())
            places.emplace_back(x + atX, y + atY);
        x += uint32_t(endX);
        y += uint32_t(endY);
        mostLeftOut = std::max(mostLeftOut / 2, fewestLeftOut);
    }
    return places;
}

} // namespace bubblescope
