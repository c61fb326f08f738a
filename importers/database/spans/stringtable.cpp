// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringtable.h"

#include "textencoding.h"

#include <utility>

namespace bubblescope {

namespace {

constexpr size_t longestString = 2048;
constexpr size_t mostLookUps = 50'000;

std::string shown(std::string_view text)
{
    text = clipped(text, longestString);
    return isUtf8(text) ? std::string(text) : toUtf8(text);
}

} // namespace

StringTable::StringTable(SqliteFile& file, std::string table, std::string key, std::string text)
    : m_file(file), m_table(std::move(table)), m_key(std::move(key)), m_text(std::move(text))
{
    // SQLite takes the name of a column that is not there for the text itself.
    if (!file.hasColumn(m_table, m_text))
        m_isWhole = true;
    else if (!file.isKey(m_table, m_key))
        readAll();
}

const std::string& StringTable::of(std::optional<int64_t> number)
{
    static const std::string none;
    if (!number)
        return none;
    if (const auto known = m_known.find(*number); known != m_known.end())
        return known->second;
    if (m_known.size() == mostLookUps && !m_isWhole)
        readAll();
    if (m_isWhole) {
        const auto known = m_known.find(*number);
        return known == m_known.end() ? none : known->second;
    }
    return m_known.emplace(*number, shown(m_file.textOfKey(m_table, m_key, m_text, *number))).first->second;
}

void StringTable::readAll()
{
    m_isWhole = true;
    SqliteRows rows = m_file.rows(m_table, {m_key, m_text});
    while (rows.next()) {
        if (const std::optional<int64_t> number = rows.integer(0))
            m_known.try_emplace(*number, shown(rows.text(1)));
    }
}

} // namespace bubblescope
