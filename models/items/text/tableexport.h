// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QAbstractItemModel;

namespace bubblescope {

/// All rows of a table as RFC 4180 has it, with a line of titles; numbers plain. A text that a spreadsheet would take for
/// a formula gets a space in front.
QString tableCsv(const QAbstractItemModel& table);
/// These rows with tabs between, for the clipboard.
QString tableTsv(const QAbstractItemModel& table, const std::vector<int>& rows);

} // namespace bubblescope
