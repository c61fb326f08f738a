// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

struct sqlite3;

namespace bubblescope {

class QueryData;

/// busbw(operation, ranks, bytes, ns), percentile(x, p), overlap_ns(begin, end, begin, end), arg(span, name). False if
/// SQLite refuses. References the data, which must outlive the connection.
bool addQueryFunctions(sqlite3* database, QueryData& data);

} // namespace bubblescope
