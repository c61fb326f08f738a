// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "truthtable.h"

#include "shareddata.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

bool isSame(const char* kind, const char* other) { return std::strcmp(kind, other) == 0; }

QString milliseconds(double ns) { return QString::number(ns / 1e6, 'g', 5); }
QString percent(double value) { return QString::number(value, 'f', value < 1 ? 2 : 1) + QStringLiteral(" %"); }

/// Of a file, or of all in a folder.
qint64 bytesIn(const QString& path)
{
    if (!QFileInfo(path).isDir())
        return QFileInfo(path).size();
    qint64 bytes = 0;
    for (const QFileInfo& file : QDir(path).entryInfoList(QDir::Files))
        bytes += file.size();
    return bytes;
}

/// The first number of a cell.
double numberIn(const QString& cell)
{
    static const QRegularExpression number(QStringLiteral(R"([\d.]+)"));
    return number.match(cell).captured().toDouble();
}

/// The table of the manual that says what was measured.
class ManualTable {
public:
    ManualTable() : m_file(projectFolder() + QStringLiteral("/resources/manual/simulate.md"))
    {
        if (!m_file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(m_file.errorString()));
        m_lines = QString::fromUtf8(m_file.readAll()).split(QLatin1Char('\n'));
        m_file.close();
        const qsizetype head = m_lines.indexOf(QRegularExpression(QStringLiteral(R"(\| question \| asked \|.*)")));
        m_first = head < 0 ? m_lines.size() : head + 2;
        m_end = m_first;
        while (m_end < m_lines.size() && m_lines[m_end].startsWith(QLatin1Char('|')))
            ++m_end;
    }

    /// Of the kind's row; none if there is no such row.
    QStringList cells(const QString& kind) const
    {
        const qsizetype row = rowOf(kind);
        return row == m_end ? QStringList() : cellsIn(m_lines[row]);
    }

    QStringList kinds() const
    {
        QStringList kinds;
        for (qsizetype row = m_first; row < m_end; ++row)
            kinds += cellsIn(m_lines[row]).front();
        return kinds;
    }

    void put(const QStringList& cells)
    {
        const QString line = QStringLiteral("| %1 |").arg(cells.join(QStringLiteral(" | ")));
        if (const qsizetype row = rowOf(cells.front()); row < m_end)
            m_lines[row] = line;
        else
            m_lines.insert(m_end, line);
        if (!m_file.open(QIODevice::WriteOnly))
            qFatal("%s", qPrintable(m_file.errorString()));
        m_file.write(m_lines.join(QLatin1Char('\n')).toUtf8());
        m_file.close();
    }

private:
    static QStringList cellsIn(const QString& line)
    {
        QStringList cells;
        for (const QString& cell : line.mid(1, line.size() - 2).split(QLatin1Char('|')))
            cells += cell.trimmed();
        return cells;
    }
    qsizetype rowOf(const QString& kind) const
    {
        qsizetype row = m_first;
        while (row < m_end && cellsIn(m_lines[row]).front() != kind)
            ++row;
        return row;
    }

    QFile m_file;
    QStringList m_lines;
    qsizetype m_first = 0;
    qsizetype m_end = 0;
};

/// Rounded, and as other compilers may have it.
bool tellsTheSame(const QStringList& manual, const QStringList& now)
{
    constexpr double ofLastDigit = 0.11; // one, both rounded
    constexpr double share = 0.03;
    const auto isNear
        = [](double told, double is, double atLeast) { return std::abs(told - is) <= std::max(atLeast, share * is); };
    if (manual.size() != now.size() || manual[1] != now[1] || manual.back() != now.back())
        return false;
    for (const int cell : {2, 3, 5}) {
        if (!isNear(numberIn(manual[cell]), numberIn(now[cell]), ofLastDigit))
            return false;
    }
    return manual[4].section(QLatin1Char(' '), 1) == now[4].section(QLatin1Char(' '), 1)
        && isNear(numberIn(manual[4]), numberIn(now[4]), 0);
}

} // namespace

void TruthTable::ask(const char* kind, const QString& what, double predictedNs, double truthNs,
    std::optional<Range> rangeNs, std::optional<double> openedNs)
{
    m_asked.push_back({kind, what, predictedNs, truthNs, rangeNs, openedNs});
}

void TruthTable::refuse(const char* kind, const QString& what) { m_refused.emplace_back(kind, what); }

int TruthTable::count(const char* kind) const
{
    return int(
        std::count_if(m_asked.begin(), m_asked.end(), [kind](const Asked& asked) { return isSame(asked.kind, kind); }));
}

bool TruthTable::Asked::isWrongAndSure() const
{
    constexpr double least = 0.02; // what is less may be chance
    if (!openedNs || !rangeNs || std::abs(truthNs / *openedNs - 1) < least)
        return false;
    const bool isSure = *openedNs < rangeNs->first || *openedNs > rangeNs->second;
    return isSure && (predictedNs < *openedNs) != (truthNs < *openedNs);
}

QString TruthTable::Asked::text() const
{
    QString text = QStringLiteral("%1 %2 %3 ms, truth %4 ms %5 %")
                       .arg(QLatin1String(kind), -44)
                       .arg(what, -44)
                       .arg(milliseconds(predictedNs), 9)
                       .arg(milliseconds(truthNs), 9)
                       .arg(QString::asprintf("%+7.2f", error()));
    if (rangeNs) {
        text += QStringLiteral("  %1 … %2%3")
                    .arg(milliseconds(rangeNs->first), milliseconds(rangeNs->second),
                        isHeld() ? QString() : QStringLiteral("  outside"));
    }
    if (openedNs)
        text += QStringLiteral("  from %1%2")
                    .arg(milliseconds(*openedNs), isWrongAndSure() ? QStringLiteral("  WRONG AND SURE") : QString());
    return text;
}

void TruthTable::Tally::add(const Asked& asked)
{
    ++count;
    sum += std::abs(asked.error());
    signedSum += asked.error();
    most = std::max(most, std::abs(asked.error()));
    wrongAndSure += asked.isWrongAndSure();
    if (!asked.rangeNs)
        return;
    ++ranges;
    within += asked.isHeld();
    halfWidths += (asked.rangeNs->second - asked.rangeNs->first) / 2 / asked.predictedNs * 100;
}

QStringList TruthTable::Tally::cells(const Limit& limit) const
{
    const QString none = QStringLiteral("–");
    return {QString::fromUtf8(limit.kind), QString::number(count), percent(mean()), percent(most),
        ranges > 0 ? QStringLiteral("%1 of %2").arg(within).arg(ranges) : none,
        ranges > 0 ? QStringLiteral("± ") + percent(halfWidth()) : none, QString::fromUtf8(limit.source)};
}

QString TruthTable::Tally::text(const Limit& limit) const
{
    QString text = QStringLiteral("%1 %2 asked: mean %3 % (at most %4), worst %5 % (at most %6), bias %7 %")
                       .arg(QLatin1String(limit.kind), -44)
                       .arg(count)
                       .arg(mean(), 0, 'f', 2)
                       .arg(limit.mean)
                       .arg(most, 0, 'f', 2)
                       .arg(limit.most)
                       .arg(QString::asprintf("%+.2f", count > 0 ? signedSum / count : 0));
    if (ranges > 0) {
        text += QStringLiteral("; %1 of %2 in range, ± %3 % (%4)")
                    .arg(within)
                    .arg(ranges)
                    .arg(halfWidth(), 0, 'f', 1)
                    .arg(limit.isOpen ? QStringLiteral("open: ") + QString::fromUtf8(limit.why)
                                      : QStringLiteral("at most %1").arg(limit.widest()));
    }
    text += QStringLiteral("; %1 wrong and sure").arg(wrongAndSure);
    if (refused > 0)
        text += QStringLiteral("; %1 refused").arg(refused);
    return text;
}

QStringList TruthTable::beyond(const Limit& limit, const Tally& tally)
{
    const QString kind = QString::fromUtf8(limit.kind);
    QStringList found;
    if (tally.mean() > limit.mean || tally.most > limit.most)
        found += QStringLiteral("%1: %2 % in the mean, %3 % at worst").arg(kind).arg(tally.mean()).arg(tally.most);
    if (tally.count > 0 && std::abs(tally.signedSum / tally.count) > limit.bias)
        found += QStringLiteral("%1: %2 % to one side").arg(kind).arg(tally.signedSum / tally.count);
    if (tally.within * 5 < tally.ranges * 4)
        found += QStringLiteral("%1: %2 of %3 in range").arg(kind).arg(tally.within).arg(tally.ranges);
    if (tally.ranges > 0 && !limit.isOpen && tally.halfWidth() > limit.widest())
        found += QStringLiteral("%1: ranges of ± %2 %").arg(kind).arg(tally.halfWidth());
    if (tally.wrongAndSure > 0)
        found += QStringLiteral("%1: %2 gains told the other way, and called sure").arg(kind).arg(tally.wrongAndSure);
    return found;
}

QString TruthTable::manualFault(const Limit& limit, const Tally& tally)
{
    if (limit.source[0] == '\0' || !hasSharedData())
        return {};
    if (limit.file && bytesIn(QString::fromStdString(sharedData(limit.file))) != limit.fileBytes) {
        qInfo("%s: other answers lie in %s than those of which the manual tells", limit.kind, limit.file);
        return {};
    }
    ManualTable manual;
    const QStringList now = tally.cells(limit);
    const QStringList told = manual.cells(now.front());
    if (tellsTheSame(told, now))
        return {};
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_WRITE_MANUAL")) {
        manual.put(now);
        return {};
    }
    return QStringLiteral("simulate.md does not say | %1 |").arg(now.join(QStringLiteral(" | ")));
}

QStringList TruthTable::kindsInManual() { return ManualTable().kinds(); }

QStringList TruthTable::judge(const std::vector<Limit>& limits) const
{
    constexpr int many = 60;
    QStringList found;
    const auto hasLimit = [&limits](const char* kind) {
        return std::any_of(limits.begin(), limits.end(), [kind](const Limit& l) { return isSame(l.kind, kind); });
    };
    for (const Asked& asked : m_asked) {
        if (!hasLimit(asked.kind))
            found += QStringLiteral("%1: no limit").arg(QLatin1String(asked.kind));
    }
    for (const Limit& limit : limits) {
        Tally tally;
        for (const Asked& asked : m_asked) {
            if (isSame(asked.kind, limit.kind))
                tally.add(asked);
        }
        for (const Asked& asked : m_asked) {
            const bool isBad = std::abs(asked.error()) > limit.most || (asked.rangeNs && !asked.isHeld());
            if (isSame(asked.kind, limit.kind) && (tally.count <= many || isBad || asked.isWrongAndSure()))
                qInfo("%s", qUtf8Printable(asked.text()));
        }
        for (const auto& [kind, what] : m_refused) {
            if (!isSame(kind, limit.kind))
                continue;
            qInfo("%-44s %-44s refused", kind, qUtf8Printable(what));
            ++tally.refused;
        }
        if (tally.count + tally.refused == 0)
            continue;
        qInfo("%s", qUtf8Printable(tally.text(limit)));
        found += beyond(limit, tally);
        if (const QString fault = manualFault(limit, tally); !fault.isEmpty())
            found += fault;
    }
    return found;
}

} // namespace bubblescope
