// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

#include <string>

namespace bubblescope {

/// Of tables and columns: counts up when one is removed or changes its meaning. PRAGMA user_version.
inline constexpr int querySchemaVersion = 1;

/// All tables; a contract with users.
const QueryTables& queryTables();
/// Null if there is none of that name.
const QueryTable* queryTableNamed(std::string_view name);
/// CREATE TABLE of one table.
std::string tableDefinition(const QueryTable& table);
/// All of it as SQL that explains itself.
std::string querySchemaText();

} // namespace bubblescope
