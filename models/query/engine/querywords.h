// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A piece of a query, for highlighting.
struct QueryToken {
    enum class Kind : uint8_t { Keyword, Table, Column, Function, Number, Text, Comment, Name, Mark };
    Kind kind = Kind::Mark;
    size_t begin = 0;
    size_t length = 0;
};
/// All pieces but white space, in order; any text, also an unfinished one.
std::vector<QueryToken> queryTokens(std::string_view sql);

/// What may stand at a place of a query: begins of tables, of columns of the tables that the query names (of one of them
/// after "table." or "alias."), of functions and keywords. `prefix` bytes before `cursor` are to be replaced.
struct QueryCompletions {
    size_t prefix = 0;
    std::vector<std::string> words;
};
QueryCompletions queryCompletions(std::string_view sql, size_t cursor);

/// Whether the text holds a whole statement: a semicolon ends it, outside of texts and comments.
bool isWholeQuery(std::string_view sql);

} // namespace bubblescope
