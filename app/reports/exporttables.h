// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <QString>
#include <QStringList>

namespace bubblescope {

class ExportedRuns;

/// Names of all tables that can be exported; a contract with scripts.
QStringList exportTableNames();
/// The same with descriptions, one per line.
QString exportTableList();
/// The table as CSV; for an empty `key` the first one with rows. An error for unknown names and empty tables.
Result<QString> exportTable(ExportedRuns& runs, const QString& key);

} // namespace bubblescope
