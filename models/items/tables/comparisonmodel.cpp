// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparisonmodel.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

double shareOf(const Difference& d) { return d.a && *d.a > 0 ? d.change() / *d.a : std::nan(""); }

} // namespace

ComparisonModel::ComparisonModel(QObject* parent) : TableModel(parent)
{
    setColumns(
        {{tr("Of"), {},
             tr("Own compute of a rank per step; records of a name per step and rank; passes of a stage per microbatch; passes of a layer per step"),
             false},
            {tr("Name"), {}, {}, false}, {tr("A"), tr("A (ms)"), tr("The input that is open"), true},
            {tr("B"), tr("B (ms)"), tr("The one it is compared with"), true},
            {tr("B − A"), tr("difference (ms)"), tr("How much longer B takes"), true},
            {tr("Change"), tr("change (%)"), tr("Of A"), true}});
}

void ComparisonModel::setComparison(const Comparison& comparison, std::optional<Kind> only)
{
    beginResetModel();
    m_rows.clear();
    const auto take = [&](Kind kind, const std::vector<Difference>& differences) {
        for (const Difference& difference : differences) {
            if (!only || kind == *only)
                m_rows.push_back({kind, difference});
        }
    };
    take(Kind::Rank, comparison.ranks);
    take(Kind::Name, comparison.names);
    take(Kind::Stage, comparison.stages);
    take(Kind::Layer, comparison.layers);
    std::stable_sort(m_rows.begin(), m_rows.end(),
        [](const Row& a, const Row& b) { return std::abs(a.difference.change()) > std::abs(b.difference.change()); });
    double most = 0;
    for (const Row& row : m_rows)
        most = std::max({most, row.difference.a.value_or(0), row.difference.b.value_or(0)});
    m_times = TimeFormat::forColumn(most);
    endResetModel();
}

namespace {
/// "+12.00 ms", "−3.00 ms", with the decimals of its column; "< 0.01 ms" for what rounds to zero.
QString signedCell(const TimeFormat& format, double ns)
{
    const QString cell = format.cell(std::abs(ns));
    return !cell.front().isDigit() || ns == 0 ? cell : (ns < 0 ? QChar(0x2212) : QLatin1Char('+')) + cell;
}
} // namespace

QString ComparisonModel::text(int row, int column) const
{
    const Difference& d = difference(row);
    const auto time = [this](const std::optional<double>& ns) { return ns ? m_times.cell(*ns) : unknownText(); };
    switch (column) {
    case KindColumn:
        return comparisonKindText(kind(row));
    case NameColumn:
        return kind(row) == Kind::Stage ? tr("stage %1").arg(toText(d.name))
            : kind(row) == Kind::Rank   ? tr("rank %1").arg(toText(d.name))
                                        : toText(d.name).simplified();
    case AColumn:
        return time(d.a);
    case BColumn:
        return time(d.b);
    case DifferenceColumn:
        return signedCell(m_times, d.change());
    default:
        return std::isfinite(shareOf(d)) ? formatShareDifference(shareOf(d)) : unknownText();
    }
}

QVariant ComparisonModel::sortValue(int row, int column) const
{
    const Difference& d = difference(row);
    switch (column) {
    case AColumn:
        return d.a.value_or(0);
    case BColumn:
        return d.b.value_or(0);
    case DifferenceColumn:
        return d.change();
    case ShareColumn:
        return std::isfinite(shareOf(d)) ? shareOf(d) : 0;
    default:
        return text(row, column);
    }
}

QString ComparisonModel::plainText(int row, int column) const
{
    const Difference& d = difference(row);
    // Not a null string: that would mean the display text.
    const auto time = [](const std::optional<double>& ns) { return ns ? plainMilliseconds(*ns) : QStringLiteral(""); };
    switch (column) {
    case AColumn:
        return time(d.a);
    case BColumn:
        return time(d.b);
    case DifferenceColumn:
        return plainMilliseconds(d.change());
    case ShareColumn:
        return plainNumber(shareOf(d) * 100);
    default:
        return text(row, column);
    }
}

QString ComparisonModel::toolTip(int row, int column) const
{
    const Difference& d = difference(row);
    if (!d.a)
        return tr("Only B has it");
    if (!d.b)
        return tr("Only A has it");
    return column == NameColumn ? toText(d.name) : QString();
}

QString comparisonKindText(ComparisonModel::Kind kind)
{
    switch (kind) {
    case ComparisonModel::Kind::Name:
        return QObject::tr("name");
    case ComparisonModel::Kind::Rank:
        return QObject::tr("rank");
    case ComparisonModel::Kind::Stage:
        return QObject::tr("stage");
    case ComparisonModel::Kind::Layer:
        break;
    }
    return QObject::tr("layer");
}

} // namespace bubblescope
