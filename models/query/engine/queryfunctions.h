// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

struct sqlite3;

namespace bubblescope {

/// busbw(operation, ranks, bytes, ns), percentile(x, p), overlap_ns(begin, end, begin, end). False if SQLite refuses.
bool addQueryFunctions(sqlite3* database);

} // namespace bubblescope
