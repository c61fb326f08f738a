// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// Name of the file system that queries run on, for sqlite3_open_v2(). It has no files: what SQLite needs for sorting
/// stays in memory, at most queryMemoryLimit for all queries together, and nothing else can be opened, read or written.
/// Registered on first use. Null if SQLite refuses.
const char* queryStorage();

/// Bytes; a query that needs more ends with "database or disk is full".
inline constexpr int64_t queryMemoryLimit = int64_t(1) << 30;

} // namespace bubblescope
