// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <QString>
#include <QStringList>

namespace bubblescope {

class ExportedRuns;

/// Names of the tables that can be exported, whatever was opened; scripts may rely on them.
QStringList exportTableNames();
/// With what each tells, a line each.
QString exportTableList();
/// The table as CSV; empty `key`: the first that has rows. Refuses, with a sentence, a name that is none and a table
/// that is empty here.
Result<QString> exportTable(ExportedRuns& runs, const QString& key);

} // namespace bubblescope
