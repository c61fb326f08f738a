// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The same question about SpanGroupTable, if a statement is a plain one that counts or adds up spans: SELECT … FROM
/// spans [WHERE …] [GROUP BY …] [HAVING …] [ORDER BY …] [LIMIT …] of keys and of count, sum, avg, total, min and max of
/// numbers. It has the same rows in the same order, under other names of columns; the statement must be one that SQLite
/// compiles. Whatever is not known for certain is left alone.
std::optional<std::string> groupedStatement(std::string_view statement);

} // namespace bubblescope
