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
/// The same with a description, a line each.
QString exportTableList();
/// The table as CSV; with an empty `key` the first that has rows. Refuses unknown names and tables that are empty here.
Result<QString> exportTable(ExportedRuns& runs, const QString& key);

} // namespace bubblescope
