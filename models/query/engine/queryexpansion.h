// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// How many words a statement has for SQLite once each mention of a table WITH a name is replaced by what the name stands
/// for: that is how it is compiled, and a few lines can stand for billions ("WITH a AS (…), b AS (SELECT … FROM a, a), c
/// AS (SELECT … FROM b, b) …"). An upper bound: a column of the same name counts as well, and what a definition mentions
/// counts there, too. Of a text with several statements, the largest. Stops counting at `most`, which is also the answer
/// where more than 1,000 names are defined.
uint64_t expandedWords(std::string_view sql, uint64_t most);

} // namespace bubblescope
