// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "queryschema.h"

#include <cstdint>

struct sqlite3;

namespace bubblescope {

/// Makes the tables known to a connection: under their names, or to be called. False if SQLite refuses. The data must
/// outlive the connection.
bool addQueryTables(sqlite3* database, QueryData& data);

/// While a table of these declares its columns to this thread's SQLite, which an authorizer takes for a new table.
bool isDeclaringTable();

/// Of what this thread's SQLite has planned since: whether any of it needs more than a few ranks of a run.
void startNotingPlans();
bool hasPlannedForAllRanks();

/// Rows that the tables have given to this thread's SQLite so far: what a query costs, without a clock.
uint64_t queryRowsRead();

} // namespace bubblescope
