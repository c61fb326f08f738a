// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobtext.h"

#include <QStringList>

namespace bubblescope {

namespace {

QString keyOfLine(const QString& line)
{
    const QString stated = line.section(QLatin1Char('#'), 0, 0);
    return stated.contains(QLatin1Char('=')) ? stated.section(QLatin1Char('='), 0, 0).trimmed() : QString();
}

QString valueOfLine(const QString& line)
{
    return line.section(QLatin1Char('#'), 0, 0).section(QLatin1Char('='), 1).trimmed();
}

QString nameOfKey(std::string_view key) { return QString::fromUtf8(key.data(), qsizetype(key.size())); }

} // namespace

QString jobField(const QString& text, std::string_view key)
{
    QString value;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (keyOfLine(line) == nameOfKey(key))
            value = valueOfLine(line);
    }
    return value;
}

QString withJobField(const QString& text, std::string_view key, const QString& value)
{
    const QString typed = value.simplified().remove(QLatin1Char('#'));
    const QString written = QStringLiteral("%1 = %2").arg(nameOfKey(key), typed);
    QStringList lines;
    bool isThere = false;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (keyOfLine(line) != nameOfKey(key)) {
            lines << line;
            continue;
        }
        if (!typed.isEmpty() && !isThere)
            lines << (valueOfLine(line) == typed ? line : written);
        isThere = true;
    }
    if (!isThere && !typed.isEmpty()) {
        const qsizetype place = lines.back().isEmpty() ? lines.size() - 1 : lines.size();
        lines.insert(place, written);
        if (place == lines.size() - 1)
            lines << QString();
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
