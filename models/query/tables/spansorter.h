// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"
#include "trace.h"

#include <map>
#include <unordered_map>

namespace bubblescope {

/// Sorts spans of which not all are in memory, by columns of SpanTable with few values: goes through all of them
/// in several passes, and keeps in each of them the cells of as many values as fit. A value with more spans than that
/// is kept by nobody: its spans are handed out as they come.
class SpanSorter {
public:
    /// `spans`: how many there are at most. `used`: a bit for each column whose cells are asked for; `memory`: bytes
    /// for those that are kept.
    SpanSorter(const Trace& tables, uint32_t spans, std::span<const int> orderBy, uint64_t used, uint64_t memory);
    static bool canSort(std::span<const int> orderBy, uint64_t used);

    /// A span that the bounds of the query leave; true if it is the next row. `row`: a cursor that stands at it.
    bool show(const Trace& trace, SpanId span, const QueryCursor& row);
    /// After all of them were shown: what was kept comes next.
    void endPass();
    /// Once that is over; false if nothing is left, else all spans are to be shown once more.
    bool startPass();

    bool hasRow() const { return m_next < m_order.size(); }
    void nextRow() { ++m_next; }
    int64_t rowNumber() const { return m_firstNumber + m_numbers[m_order[m_next]]; }
    void cell(int column, QueryCell& cell) const;

private:
    class Keeper;
    using Key = uint64_t;
    Key keyOf(const Trace& trace, SpanId span) const;
    void keep(Key key, const QueryCursor& row);
    int64_t keptCell(int column) const;
    void clear();

    const Trace& m_tables;
    std::vector<int> m_orderBy;
    std::vector<int> m_columns;         ///< others whose cells are kept
    size_t m_most;                      ///< rows that are kept
    std::vector<uint32_t> m_namePlaces; ///< by name, in the order of their texts; only if it sorts by them
    enum class Pass : uint8_t { First, Keeps, HandsOut } m_pass = Pass::First;
    std::map<Key, uint64_t> m_counts; ///< of what is still to be handed out
    Key m_first = 0;                  ///< keys of this pass
    Key m_last = 0;
    bool m_keepsAll = true; ///< so far, in the first pass
    // Of the rows that are kept.
    std::vector<Key> m_keys;
    std::vector<uint32_t> m_numbers; ///< in the run, which has no others
    int64_t m_firstNumber = 0;
    std::vector<int64_t> m_cells;                      ///< row by row, of m_columns
    std::map<Key, std::vector<int64_t>> m_cellsOfKeys; ///< of m_orderBy
    std::vector<std::string_view> m_texts;
    std::unordered_map<const char*, int64_t> m_placesOfTexts;
    std::vector<uint32_t> m_order;
    size_t m_next = 0;
};

} // namespace bubblescope
