// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "texttable.h"

#include "formatting.h"
#include "visibletext.h"

#include <algorithm>

namespace bubblescope {

TextTable::TextTable(QStringList head) : m_rows {std::move(head)}, m_isNumber(m_rows.front().size(), true) { }

void TextTable::add(QStringList row, const std::vector<int>& words)
{
    for (int column : words)
        m_isNumber[size_t(column)] = false;
    m_rows.push_back(std::move(row));
}

QString TextTable::text() const
{
    std::vector<qsizetype> widths(m_isNumber.size(), 0);
    for (const QStringList& row : m_rows) {
        for (size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    QString text;
    for (const QStringList& row : m_rows) {
        QString line = QStringLiteral("  ");
        for (size_t i = 0; i < widths.size(); ++i) {
            line += m_isNumber[i] ? row[i].rightJustified(widths[i]) : row[i].leftJustified(widths[i]);
            line += QStringLiteral("  ");
        }
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        text += line + QLatin1Char('\n');
    }
    return text;
}

QString heading(const QString& text) { return QLatin1Char('\n') + text + QLatin1Char('\n'); }

QString wholeLine(std::string_view text) { return QString::fromStdString(visibleText(text)); }

QString oneLine(const std::string& text) { return elideMiddle(wholeLine(text), 56); }

} // namespace bubblescope
