// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "queryschema.h"

struct sqlite3;

namespace bubblescope {

/// Makes the tables known to a connection: under their names, or to be called. False if SQLite refuses. The data must
/// outlive the connection.
bool addQueryTables(sqlite3* database, QueryData& data);

/// While a table of these tells this thread's SQLite its columns, which an authorizer takes for a new table.
bool isDeclaringTable();

} // namespace bubblescope
