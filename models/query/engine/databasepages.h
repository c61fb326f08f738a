// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// Where a database goes. False once anything has failed.
class DatabaseSink {
public:
    virtual ~DatabaseSink() = default;
    virtual bool append(std::string_view bytes) = 0;
    /// Replaces what was appended first.
    virtual bool rewriteStart(std::string_view bytes) = 0;
};

/// The pages of a SQLite database (https://sqlite.org/fileformat2.html) one after the other. The first holds the header
/// and the root of the schema; it is written last, when the roots of all tables are known.
class DatabasePages {
public:
    static constexpr uint32_t size = 16384;
    static constexpr uint32_t headerSize = 100; ///< in the first page

    explicit DatabasePages(DatabaseSink& sink);
    /// Appends a page of `size` bytes; its number.
    uint32_t add(std::string_view page);
    /// Number of the page that will be added next, and of the one after a page.
    uint32_t nextNumber() const { return numberAfter(m_count); }
    static uint32_t numberAfter(uint32_t page) { return page + (page + 1 == lockPage ? 2 : 1); }
    /// `first`: what the first page holds behind its header, size - headerSize bytes.
    bool finish(std::string_view first, uint32_t userVersion);
    bool isFine() const { return m_isFine; }

private:
    /// SQLite locks bytes of this page, and keeps nothing there.
    static constexpr uint32_t lockPage = (uint32_t(1) << 30) / size + 1;
    void write(std::string_view page);

    DatabaseSink& m_sink;
    uint32_t m_count = 0;
    bool m_isFine = true;
};

/// A number, the upper byte first, at a place of a page.
void putNumber(std::string& page, size_t at, uint64_t value, size_t bytes);

} // namespace bubblescope
