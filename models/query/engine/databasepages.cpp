// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databasepages.h"

#include <sqlite3.h>

namespace bubblescope {

void putNumber(std::string& page, size_t at, uint64_t value, size_t bytes)
{
    for (size_t i = bytes; i-- > 0; value >>= 8)
        page[at + i] = static_cast<char>(value);
}

DatabasePages::DatabasePages(DatabaseSink& sink) : m_sink(sink) { write(std::string(size, '\0')); }

void DatabasePages::write(std::string_view page)
{
    m_isFine = m_isFine && m_sink.append(page);
    ++m_count;
}

uint32_t DatabasePages::add(std::string_view page)
{
    const uint32_t number = nextNumber();
    if (number > m_count + 1)
        write(std::string(size, '\0'));
    write(page);
    return number;
}

bool DatabasePages::finish(std::string_view first, uint32_t userVersion)
{
    std::string page("SQLite format 3", 16);
    page.resize(headerSize, '\0');
    putNumber(page, 16, size, 2);
    putNumber(page, 18, 0x01'01'00'40'20'20, 6); // no log of writes, nothing reserved, shares of a page: as always
    constexpr uint32_t change = 1;
    putNumber(page, 24, change, 4);
    putNumber(page, 28, m_count, 4);
    putNumber(page, 40, 1, 4); // of the schema
    putNumber(page, 44, 4, 4); // its format
    putNumber(page, 56, 1, 4); // texts are UTF-8
    putNumber(page, 60, userVersion, 4);
    putNumber(page, 92, change, 4);
    putNumber(page, 96, SQLITE_VERSION_NUMBER, 4);
    page += first;
    m_isFine = m_isFine && m_sink.rewriteStart(page);
    return m_isFine;
}

} // namespace bubblescope
