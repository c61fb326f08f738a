// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableexport.h"

#include "tablemodel.h"

#include <numeric>

namespace bubblescope {

namespace {

/// Spreadsheets run what begins like a formula, and take an apostrophe before it as the sign of text.
QString asText(QString cell)
{
    bool isNumber = false;
    cell.toDouble(&isNumber);
    if (!isNumber && !cell.isEmpty() && QStringLiteral("=+-@\t\r\n").contains(cell.front()))
        cell.prepend(QLatin1Char('\''));
    return cell;
}

QString csvCell(QString text)
{
    text = asText(std::move(text));
    if (text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'))
        || text.contains(QLatin1Char('\r')))
        return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
    return text;
}

QString tsvCell(QString text)
{
    text = asText(std::move(text));
    for (const QChar c : {QLatin1Char('\t'), QLatin1Char('\n'), QLatin1Char('\r')})
        text.replace(c, QLatin1Char(' '));
    return text;
}

QString lines(const QAbstractItemModel& table, const std::vector<int>& rows, QString (*cell)(QString),
    QLatin1Char separator, QLatin1String lineEnd)
{
    QString text;
    const int columns = table.columnCount();
    const auto add = [&](int column, const QVariant& value) {
        if (column > 0)
            text += separator;
        text += cell(value.toString());
    };
    for (int column = 0; column < columns; ++column)
        add(column, table.headerData(column, Qt::Horizontal, TableModel::PlainRole));
    text += lineEnd;
    for (const int row : rows) {
        for (int column = 0; column < columns; ++column)
            add(column, table.index(row, column).data(TableModel::PlainRole));
        text += lineEnd;
    }
    return text;
}

} // namespace

QString tableCsv(const QAbstractItemModel& table)
{
    std::vector<int> rows(static_cast<size_t>(table.rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    return lines(table, rows, csvCell, QLatin1Char(','), QLatin1String("\r\n"));
}

QString tableTsv(const QAbstractItemModel& table, const std::vector<int>& rows)
{
    return lines(table, rows, tsvCell, QLatin1Char('\t'), QLatin1String("\n"));
}

} // namespace bubblescope
