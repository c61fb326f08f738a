// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace bubblescope {

/// Finds the row that changes next. A host may have a hundred thousand rows, of which few change at a time: a tree of
/// minima over 16 rows each finds them in O(log rows).
class RowChanges {
public:
    static constexpr TimeNs never = std::numeric_limits<TimeNs>::max();

    /// Every row first changes at `first`.
    RowChanges(size_t rows, TimeNs first)
    {
        do {
            m_levels.emplace_back(rows, first);
            rows = (rows + together - 1) / together;
        } while (m_levels.back().size() > together);
    }

    /// Calls `change(row)`, which returns the row's next change, for every row that is due. Returns the earliest.
    template <typename Change> TimeNs advance(TimeNs now, const Change& change)
    {
        TimeNs next = never;
        for (size_t i = 0; i < m_levels.back().size(); ++i)
            next = std::min(next, advance(m_levels.size() - 1, i, now, change));
        return next;
    }
    /// Calls `visit(row)` for every row that changes at `time`; no row may change earlier than that.
    template <typename Visit> void forEachDue(TimeNs time, const Visit& visit) const
    {
        for (size_t i = 0; i < m_levels.back().size(); ++i)
            visitDue(m_levels.size() - 1, i, time, visit);
    }

private:
    static constexpr size_t together = 16;

    template <typename Change> TimeNs advance(size_t level, size_t index, TimeNs now, const Change& change)
    {
        TimeNs& at = m_levels[level][index];
        if (at > now)
            return at;
        if (level == 0)
            return at = change(index);
        TimeNs next = never;
        const size_t end = std::min((index + 1) * together, m_levels[level - 1].size());
        for (size_t below = index * together; below < end; ++below)
            next = std::min(next, advance(level - 1, below, now, change));
        return at = next;
    }
    template <typename Visit> void visitDue(size_t level, size_t index, TimeNs time, const Visit& visit) const
    {
        if (m_levels[level][index] > time)
            return;
        if (level == 0)
            return visit(index);
        const size_t end = std::min((index + 1) * together, m_levels[level - 1].size());
        for (size_t below = index * together; below < end; ++below)
            visitDue(level - 1, below, time, visit);
    }

    std::vector<std::vector<TimeNs>> m_levels; // rows, groups of rows, groups of groups
};

/// A set of row numbers with its minimum in O(log rows): 64 rows per word, and a bit for every word that is not 0.
class RowSet {
public:
    explicit RowSet(size_t rows = 0)
    {
        do {
            rows = (rows + bits - 1) / bits;
            m_levels.emplace_back(rows, 0);
        } while (rows > 1);
    }
    bool isEmpty() const { return m_levels.back().empty() || m_levels.back().front() == 0; }
    void insert(size_t row)
    {
        for (std::vector<uint64_t>& level : m_levels) {
            level[row / bits] |= uint64_t(1) << (row % bits);
            row /= bits;
        }
    }
    void erase(size_t row)
    {
        for (std::vector<uint64_t>& level : m_levels) {
            level[row / bits] &= ~(uint64_t(1) << (row % bits));
            if (level[row / bits] != 0)
                return;
            row /= bits;
        }
    }
    /// The set must not be empty.
    size_t first() const
    {
        size_t at = 0;
        for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level)
            at = at * bits + static_cast<size_t>(std::countr_zero((*level)[at]));
        return at;
    }

private:
    static constexpr size_t bits = 64;

    std::vector<std::vector<uint64_t>> m_levels; // starts with the rows themselves
};

} // namespace bubblescope
