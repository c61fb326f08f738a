// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableexport.h"

#include "formatting.h"
#include "tablemodel.h"

#include <numeric>

namespace bubblescope {

namespace {

/// "Step time (ms)" becomes "step_time_ms": one notation for the columns of all tables, and that of the JSON keys.
QString columnKey(const QString& title)
{
    QString plain = title.toLower();
    plain.replace(QLatin1Char('%'), QStringLiteral("percent"));
    plain.replace(QLatin1Char('/'), QStringLiteral(" per "));
    QString key;
    for (const QChar c : std::as_const(plain)) {
        if (c.isLetterOrNumber())
            key += c;
        else if (!key.isEmpty() && !key.endsWith(QLatin1Char('_')))
            key += QLatin1Char('_');
    }
    while (key.endsWith(QLatin1Char('_')))
        key.chop(1);
    return key;
}

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
    QString (*header)(const QString&), QLatin1Char separator, QLatin1String lineEnd)
{
    QString text;
    const int columns = table.columnCount();
    const auto add = [&](int column, const QVariant& value) {
        if (column > 0)
            text += separator;
        const QString known = value.toString();
        text += known == unknownText() ? QString() : cell(known);
    };
    for (int column = 0; column < columns; ++column)
        add(column, header(table.headerData(column, Qt::Horizontal, TableModel::PlainRole).toString()));
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
    return lines(table, rows, csvCell, columnKey, QLatin1Char(','), QLatin1String("\r\n"));
}

QString tableTsv(const QAbstractItemModel& table, const std::vector<int>& rows)
{
    return lines(
        table, rows, tsvCell, [](const QString& title) { return title; }, QLatin1Char('\t'), QLatin1String("\n"));
}

} // namespace bubblescope
