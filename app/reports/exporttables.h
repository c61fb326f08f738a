// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "result.h"
#include "timerange.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace bubblescope {

class ExportedRuns;
class RankBlocks;
class Workspace;

/// Names of all tables that can be exported; a contract with scripts.
QStringList exportTableNames();
/// The same with descriptions, one per line.
QString exportTableList();
/// As CSV. The notice says what is not in it.
struct ExportedTable {
    QString csv;
    std::optional<Message> notice {};
};

/// For an empty `key` the first one with rows. An error for unknown names and empty tables.
Result<ExportedTable> exportTable(ExportedRuns& runs, const QString& key);

/// What the table of spans counts.
TimeRange exportedRange(const Workspace& workspace);
/// The table of spans where not all ranks are in memory: all of them are read. Any thread; nothing if `progress`
/// cancels.
std::optional<ExportedTable> spansOfAllRanks(
    const std::shared_ptr<const RankBlocks>& blocks, TimeRange range, const ProgressFn& progress = {});

} // namespace bubblescope
