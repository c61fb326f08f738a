// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Limits that a query puts on columns of one table. They may be looser than the query: their user checks each row
/// again, so a table only uses what spares it work.
class QueryBounds {
public:
    enum class Relation : uint8_t { Equal, Less, AtMost, Greater, AtLeast };
    /// A closed range of integers.
    struct Range {
        int64_t first = std::numeric_limits<int64_t>::min();
        int64_t last = std::numeric_limits<int64_t>::max();
        bool contains(int64_t value) const { return first <= value && value <= last; }
        bool isEmpty() const { return last < first; }
        std::pair<int64_t, int64_t> ends() const { return {first, last}; }
    };

    void add(int column, Relation relation, int64_t value);
    void add(int column, Relation relation, double value);
    void add(int column, Relation relation, std::string value);

    /// Columns whose cells are asked for, a bit each; all unless somebody said which.
    void setUsed(uint64_t columns) { m_used = columns; }
    uint64_t used() const { return m_used; }

    Range range(int column) const;
    /// The text that the column must equal; null if any will do.
    const std::string* text(int column) const;

private:
    struct Limit {
        int column;
        Range range;
        std::optional<std::string> text;
    };
    Limit& limit(int column);

    std::vector<Limit> m_limits;
    uint64_t m_used = std::numeric_limits<uint64_t>::max();
};

} // namespace bubblescope
