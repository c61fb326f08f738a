// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Puts items with ranks into the first of many bins that has none of these ranks yet. Avoids asking every bin: a
/// folder may hold ten thousand recordings of one rank.
class RankBins {
public:
    size_t size() const { return m_next.size(); }
    /// Appends an empty bin.
    size_t add()
    {
        m_next.push_back(m_next.size());
        return m_next.size() - 1;
    }
    template <typename Ranks> void put(size_t bin, const Ranks& ranks)
    {
        for (const int rank : ranks)
            m_held.insert(keyOf(bin, rank));
    }
    /// The bin accepts nothing more.
    void close(size_t bin) { m_next[bin] = bin + 1; }

    /// The first open bin without these ranks for which suits(bin) holds; `suits` may close it. size() if none.
    template <typename Ranks, typename Suits> size_t find(const Ranks& ranks, const Suits& suits)
    {
        size_t bin = 0;
        for (const int rank : ranks) {
            size_t& first = m_first[rank];
            while (first < size() && (isClosed(first) || isHeld(first, rank)))
                first = isClosed(first) ? nextOpen(first) : first + 1;
            bin = std::max(bin, first);
        }
        for (bin = nextOpen(bin); bin < size(); bin = nextOpen(bin + 1)) {
            const bool isFree
                = std::none_of(ranks.begin(), ranks.end(), [&](int rank) { return isHeld(bin, rank); });
            if (isFree && suits(bin))
                return bin;
        }
        return size();
    }
    template <typename Ranks> size_t find(const Ranks& ranks)
    {
        return find(ranks, [](size_t) { return true; });
    }

private:
    static uint64_t keyOf(size_t bin, int rank) { return (uint64_t(bin) << 32) | static_cast<uint32_t>(rank); }
    bool isHeld(size_t bin, int rank) const { return m_held.count(keyOf(bin, rank)) > 0; }
    bool isClosed(size_t bin) const { return m_next[bin] != bin; }
    size_t nextOpen(size_t bin)
    {
        size_t open = bin;
        while (open < size() && isClosed(open))
            open = m_next[open];
        while (bin < open) // path compression: skip the closed bins in one step next time
            bin = std::exchange(m_next[bin], open);
        return open;
    }

    std::vector<size_t> m_next; ///< the bin itself, or one at or before the next open bin
    std::unordered_set<uint64_t> m_held;
    std::unordered_map<int, size_t> m_first; ///< by rank: no earlier bin is open and lacks it
};

} // namespace bubblescope
