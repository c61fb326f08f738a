// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QAbstractItemModel;

namespace bubblescope {

/// All rows of a table as CSV (RFC 4180) with a header line and plain numbers. Text that a spreadsheet would interpret
/// as a formula is preceded by a space.
QString tableCsv(const QAbstractItemModel& table);
/// The given rows separated by tabs, for the clipboard.
QString tableTsv(const QAbstractItemModel& table, const std::vector<int>& rows);

} // namespace bubblescope
