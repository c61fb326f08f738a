// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spansorter.h"

#include "spanfilter.h"
#include "spantable.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

namespace bubblescope {

namespace {
constexpr int64_t nothing = std::numeric_limits<int64_t>::min();
constexpr int mostColumns = 8;

/// The place of each of these texts among all of them, in order; equal ones share it.
template <typename TextOf> std::vector<uint32_t> placesOf(size_t count, const TextOf& textOf)
{
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return textOf(a) < textOf(b); });
    std::vector<uint32_t> places(count);
    for (size_t i = 1; i < count; ++i)
        places[order[i]] = places[order[i - 1]] + (textOf(order[i]) == textOf(order[i - 1]) ? 0 : 1);
    return places;
}

uint32_t placeOfCategory(Category category)
{
    static const std::vector<uint32_t> places
        = placesOf(categoryCount, [](uint32_t i) { return categoryKey(Category(i)); });
    return places[size_t(category)];
}

uint32_t placeOfOperation(Operation operation)
{
    static const std::vector<uint32_t> places
        = placesOf(operationCount, [](uint32_t i) { return operationName(Operation(i)); });
    return places[size_t(operation)];
}
} // namespace

/// Takes a cell as a number: texts as their place in a list.
class SpanSorter::Keeper final : public QueryCell {
public:
    Keeper(SpanSorter& sorter, std::vector<int64_t>& cells) : m_sorter(sorter), m_cells(cells) { }
    void integer(int64_t value) override { m_cells.push_back(value); }
    void real(double value) override { integer(int64_t(value)); } // there are none
    void kept(std::string_view text) override
    {
        const auto [found, isNew] = m_sorter.m_placesOfTexts.try_emplace(text.data(), int64_t(m_sorter.m_texts.size()));
        if (isNew)
            m_sorter.m_texts.push_back(text);
        m_cells.push_back(found->second);
    }
    void copied(std::string_view text) override { kept(text); }
    void null() override { m_cells.push_back(nothing); }

private:
    SpanSorter& m_sorter;
    std::vector<int64_t>& m_cells;
};

bool SpanSorter::canSort(std::span<const int> orderBy, uint64_t used)
{
    return canSortSpans(orderBy) && std::popcount(used) <= mostColumns;
}

SpanSorter::SpanSorter(
    const Trace& tables, uint32_t spans, std::span<const int> orderBy, uint64_t used, uint64_t memory)
    : m_tables(tables), m_orderBy(orderBy.begin(), orderBy.end())
{
    for (int column = 0; column < 64; ++column) {
        if ((used >> column & 1) != 0 && std::find(m_orderBy.begin(), m_orderBy.end(), column) == m_orderBy.end())
            m_columns.push_back(column);
    }
    const size_t rowBytes = sizeof(Key) + 2 * sizeof(uint32_t) + sizeof(int64_t) * m_columns.size();
    m_most = std::max<size_t>(1, memory / rowBytes);
    const size_t most = std::min<size_t>(m_most, spans); // growing would take twice as much
    m_keys.reserve(most);
    m_numbers.reserve(most);
    m_cells.reserve(most * m_columns.size());
    m_order.reserve(most);
    if (std::find(m_orderBy.begin(), m_orderBy.end(), SpanTable::NameColumn) != m_orderBy.end())
        m_namePlaces = placesOf(m_tables.strings().size() + 1, [this](uint32_t name) {
            return name < m_tables.strings().size() ? m_tables.strings().text(StringId(name)) : std::string_view();
        });
}

SpanSorter::Key SpanSorter::keyOf(const Trace& trace, SpanId span) const
{
    Key key = 0; // three columns fit: 32 bits for the name, 24 for the rank, 8 for others
    for (const int column : m_orderBy) {
        if (column == SpanTable::NameColumn)
            key = key << 32 | m_namePlaces[std::min<size_t>(trace.nameId(span).value, m_namePlaces.size() - 1)];
        else if (column == SpanTable::CategoryColumn)
            key = key << 8 | placeOfCategory(trace.category(span));
        else if (column == SpanTable::OperationColumn)
            key = key << 8 | placeOfOperation(trace.operation(span));
        else if (column == SpanTable::RankColumn)
            key = key << 24 | (trace.findRank(trace.track(trace.track(span)).rank) - trace.ranks().data());
    }
    return key;
}

bool SpanSorter::show(const Trace& trace, SpanId span, const QueryCursor& row)
{
    const Key key = keyOf(trace, span);
    if (m_pass == Pass::First) {
        ++m_counts[key];
        if (m_keepsAll && m_keys.size() == m_most) {
            m_keepsAll = false;
            clear();
        }
        if (m_keepsAll)
            keep(key, row);
        return false;
    }
    if (key < m_first || key > m_last)
        return false;
    if (m_pass == Pass::Keeps)
        keep(key, row);
    return m_pass == Pass::HandsOut;
}

void SpanSorter::keep(Key key, const QueryCursor& row)
{
    m_keys.push_back(key);
    m_numbers.push_back(uint32_t(row.rowNumber()));
    m_firstNumber = row.rowNumber() - m_numbers.back();
    Keeper keeper(*this, m_cells);
    for (const int column : m_columns)
        row.cell(column, keeper);
    if (m_keys.size() > 1 && m_keys[m_keys.size() - 2] == key)
        return;
    if (const auto [found, isNew] = m_cellsOfKeys.try_emplace(key); isNew) {
        Keeper ofKey(*this, found->second);
        for (const int column : m_orderBy)
            row.cell(column, ofKey);
    }
}

void SpanSorter::clear()
{
    m_keys.clear();
    m_numbers.clear();
    m_cells.clear();
    m_cellsOfKeys.clear();
    m_order.clear();
    m_next = 0;
}

void SpanSorter::endPass()
{
    m_order.resize(m_keys.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    std::sort(m_order.begin(), m_order.end(),
        [this](uint32_t a, uint32_t b) { return std::pair(m_keys[a], a) < std::pair(m_keys[b], b); });
    if (m_pass == Pass::First && m_keepsAll)
        m_counts.clear();
}

bool SpanSorter::startPass()
{
    clear();
    if (m_counts.empty())
        return false;
    m_first = m_counts.begin()->first;
    uint64_t rows = 0;
    while (!m_counts.empty() && (rows == 0 || rows + m_counts.begin()->second <= m_most)) {
        rows += m_counts.begin()->second;
        m_last = m_counts.begin()->first;
        m_counts.erase(m_counts.begin());
    }
    m_pass = rows <= m_most ? Pass::Keeps : Pass::HandsOut;
    return true;
}

/// Nothing where nobody asked for it.
int64_t SpanSorter::keptCell(int column) const
{
    const uint32_t row = m_order[m_next];
    if (const auto of = std::find(m_orderBy.begin(), m_orderBy.end(), column); of != m_orderBy.end())
        return m_cellsOfKeys.at(m_keys[row])[size_t(of - m_orderBy.begin())];
    const auto kept = std::find(m_columns.begin(), m_columns.end(), column);
    return kept == m_columns.end() ? nothing : m_cells[row * m_columns.size() + size_t(kept - m_columns.begin())];
}

void SpanSorter::cell(int column, QueryCell& cell) const
{
    const int64_t value = keptCell(column);
    if (value == nothing)
        return cell.null();
    const QueryColumn::Type type = SpanTable().columns()[size_t(column)].type;
    if (type == QueryColumn::Type::Text)
        cell.kept(m_texts[size_t(value)]);
    else
        cell.integer(value);
}

} // namespace bubblescope
