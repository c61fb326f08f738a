// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Of 7 bits a byte, the upper ones first, as SQLite has them.
inline constexpr size_t longestVarint = 9;
void appendVarint(std::string& to, uint64_t value);
/// The same at a place; how many bytes it takes.
size_t putVarint(char* to, uint64_t value);
size_t varintSize(uint64_t value);

/// A row as SQLite stores it: the types of its cells, then their bytes (https://sqlite.org/fileformat2.html).
class TableRecord final : public QueryCell {
public:
    void start();
    void integer(int64_t value) override;
    void real(double value) override;
    void kept(std::string_view text) override;
    void copied(std::string_view text) override { kept(text); }
    void null() override { addType(0); }

    /// Puts the whole record where there is room for its size.
    void copyTo(char* to) const;
    size_t size() const { return headerSize() + m_bodySize; }

private:
    void addType(uint64_t type);
    void addBytes(uint64_t value, size_t count);
    size_t headerSize() const;
    /// Makes room for so many more bytes.
    static void reserve(std::vector<char>& bytes, size_t used, size_t more)
    {
        if (bytes.size() - used < more)
            bytes.resize(2 * bytes.size() + more);
    }

    // Each row fills them again: they grow, and are written without a look at their ends.
    std::vector<char> m_types;
    std::vector<char> m_body;
    size_t m_typesSize = 0;
    size_t m_bodySize = 0;
};

/// One that was made before.
struct StoredRecord {
    std::string_view bytes;
    size_t size() const { return bytes.size(); }
    void copyTo(char* to) const { std::memcpy(to, bytes.data(), bytes.size()); }
};

} // namespace bubblescope
