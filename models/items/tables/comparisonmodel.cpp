// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparisonmodel.h"

#include "functionname.h"
#include "stepterms.h"
#include "tabletexts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

double shareOf(const Difference& d) { return d.a && *d.a > 0 ? d.change() / *d.a : std::nan(""); }

} // namespace

ComparisonModel::ComparisonModel(QObject* parent) : TableModel(parent) { setComparison({}, std::nullopt); }

namespace {

bool isOfDevices(ComparisonModel::Kind kind) { return kind >= ComparisonModel::Kind::Operator; }

/// What times and counts are of.
QString perText(const ComparedPart& part)
{
    switch (part.by) {
    case ComparedPart::By::Range:
    case ComparedPart::By::Marker:
        return ComparisonModel::tr("per range and rank");
    case ComparedPart::By::Times:
        return ComparisonModel::tr("per rank");
    case ComparedPart::By::Steps:
    case ComparedPart::By::Step:
        break;
    }
    return ComparisonModel::tr("per step and rank");
}

} // namespace

TableColumn ComparisonModel::headOf(Column column, std::optional<Kind> only, const QString& per)
{
    switch (column) {
    case ComparisonModel::KindColumn:
        return {tr("Of"), {},
            tr("Terms of the mean rank's step, which add up to it; own compute of a rank per step; records of a name per step and rank; passes of a stage per microbatch; "
               "passes of a layer per step"),
            false};
    case ComparisonModel::NameColumn:
        return {only == Kind::Operator || only == Kind::Shapes ? tr("Operator")
                : only == Kind::Module                         ? tr("Module")
                : only == Kind::Kernel                         ? tr("Kernel")
                                                               : tr("Name"),
            {}, {}, false};
    case ComparisonModel::ShapesColumn:
        return {tr("Shapes"), {}, tr("Of its inputs"), false};
    case ComparisonModel::ACallsColumn:
        return {tr("Calls A"), {}, tr("Of those that a GPU did something for, %1").arg(per), true};
    case ComparisonModel::BCallsColumn:
        return {tr("Calls B"), {}, {}, true};
    case ComparisonModel::ACallColumn:
        return {tr("Per call A"), tr("A call (ms)"), tr("GPU time of one call"), true};
    case ComparisonModel::BCallColumn:
        return {tr("Per call B"), tr("B call (ms)"), {}, true};
    case ComparisonModel::AColumn:
        return {tr("A"), tr("A (ms)"),
            only && isOfDevices(*only) ? tr("The input that is open: GPU time %1").arg(per)
                                       : tr("The input that is open"),
            true};
    case ComparisonModel::BColumn:
        return {tr("B"), tr("B (ms)"), tr("The one it is compared with"), true};
    case ComparisonModel::DifferenceColumn:
        return {tr("B − A"), tr("difference (ms)"), tr("How much longer B takes"), true};
    case ComparisonModel::ShareColumn:
        return {tr("Change"), tr("change (%)"), tr("Of A"), true};
    }
    return {};
}

const std::vector<Difference>& ComparisonModel::differencesOf(const Comparison& comparison, Kind kind)
{
    switch (kind) {
    case Kind::Term:
        return comparison.terms;
    case Kind::Rank:
        return comparison.ranks;
    case Kind::Name:
        return comparison.names;
    case Kind::Stage:
        return comparison.stages;
    case Kind::Layer:
        return comparison.layers;
    case Kind::Operator:
        return comparison.operators;
    case Kind::Shapes:
        return comparison.shapes;
    case Kind::Module:
        return comparison.modules;
    case Kind::Kernel:
        break;
    }
    return comparison.kernels;
}

void ComparisonModel::setComparison(const Comparison& comparison, std::optional<Kind> only)
{
    beginResetModel();
    m_rows.clear();
    for (const Kind kind :
        {Kind::Term, Kind::Rank, Kind::Name, Kind::Stage, Kind::Layer, Kind::Operator, Kind::Shapes, Kind::Module, Kind::Kernel}) {
        if (only ? kind == *only : !isOfDevices(kind)) {
            for (const Difference& difference : differencesOf(comparison, kind))
                m_rows.push_back({kind, difference});
        }
    }
    std::stable_sort(m_rows.begin(), m_rows.end(),
        [](const Row& a, const Row& b) { return std::abs(a.difference.change()) > std::abs(b.difference.change()); });
    m_columns = {KindColumn, NameColumn};
    if (only == Kind::Shapes)
        m_columns.push_back(ShapesColumn);
    if (only && isOfDevices(*only)) {
        std::erase(m_columns, KindColumn);
        m_columns.insert(m_columns.end(), {ACallsColumn, BCallsColumn, ACallColumn, BCallColumn});
    }
    m_columns.insert(m_columns.end(), {AColumn, BColumn, DifferenceColumn, ShareColumn});
    std::vector<TableColumn> heads;
    for (const Column column : m_columns)
        heads.push_back(headOf(column, only, perText(comparison.part)));
    setColumns(std::move(heads));
    double most = 0;
    double mostOfCall = 0;
    for (const Row& row : m_rows) {
        const Difference& d = row.difference;
        most = std::max({most, d.a.value_or(0), d.b.value_or(0)});
        mostOfCall = std::max({mostOfCall, d.callA().value_or(0), d.callB().value_or(0)});
    }
    m_times = TimeFormat::forColumn(most);
    m_calls = TimeFormat::forColumn(mostOfCall);
    endResetModel();
}

int ComparisonModel::placeOf(Column column) const
{
    const auto place = std::find(m_columns.begin(), m_columns.end(), column);
    return place == m_columns.end() ? -1 : int(place - m_columns.begin());
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
    const auto time = [](const TimeFormat& format, const std::optional<double>& ns) {
        return ns ? format.cell(*ns) : unknownText();
    };
    switch (m_columns[size_t(column)]) {
    case KindColumn:
        return comparisonKindText(kind(row));
    case NameColumn:
        return kind(row) == Kind::Term  ? tableText(stepTermName(d.name))
            : kind(row) == Kind::Stage  ? tr("stage %1").arg(toText(d.name))
            : kind(row) == Kind::Rank   ? tr("rank %1").arg(toText(d.name))
            : d.name.empty() ? (kind(row) == Kind::Module ? tr("(outside of modules)") : tr("(launch not recorded)"))
            : !d.nameInB.empty()     ? toText(d.shownName()).simplified()
            : isOfDevices(kind(row)) ? toText(readableFunctionName(d.name)).simplified()
                                     : toText(d.name).simplified();
    case ShapesColumn:
        return toText(d.shapes).simplified();
    case ACallsColumn:
        return d.a ? formatNumber(d.callsA) : unknownText();
    case BCallsColumn:
        return d.b ? formatNumber(d.callsB) : unknownText();
    case ACallColumn:
        return time(m_calls, d.callA());
    case BCallColumn:
        return time(m_calls, d.callB());
    case AColumn:
        return time(m_times, d.a);
    case BColumn:
        return time(m_times, d.b);
    case DifferenceColumn:
        return signedCell(m_times, d.change());
    case ShareColumn:
        break;
    }
    return std::isfinite(shareOf(d)) ? formatShareDifference(shareOf(d)) : unknownText();
}

QVariant ComparisonModel::sortValue(int row, int column) const
{
    const Difference& d = difference(row);
    switch (m_columns[size_t(column)]) {
    case ACallsColumn:
        return d.callsA;
    case BCallsColumn:
        return d.callsB;
    case ACallColumn:
        return d.callA().value_or(0);
    case BCallColumn:
        return d.callB().value_or(0);
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
    switch (m_columns[size_t(column)]) {
    case ACallsColumn:
        return plainNumber(d.callsA);
    case BCallsColumn:
        return plainNumber(d.callsB);
    case ACallColumn:
        return time(d.callA());
    case BCallColumn:
        return time(d.callB());
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
    const Column of = m_columns[size_t(column)];
    if (of == NameColumn || of == ShapesColumn)
        return of == NameColumn ? toText(d.shownName()) : toText(d.shapes);
    if (!d.a)
        return tr("Only B has it");
    if (!d.b)
        return tr("Only A has it");
    return {};
}

QString comparisonKindText(ComparisonModel::Kind kind)
{
    switch (kind) {
    case ComparisonModel::Kind::Term:
        return QObject::tr("term");
    case ComparisonModel::Kind::Name:
        return QObject::tr("name");
    case ComparisonModel::Kind::Rank:
        return QObject::tr("rank");
    case ComparisonModel::Kind::Stage:
        return QObject::tr("stage");
    case ComparisonModel::Kind::Layer:
        return QObject::tr("layer");
    case ComparisonModel::Kind::Operator:
    case ComparisonModel::Kind::Shapes:
        return QObject::tr("operator");
    case ComparisonModel::Kind::Module:
        return QObject::tr("module");
    case ComparisonModel::Kind::Kernel:
        break;
    }
    return QObject::tr("kernel");
}

} // namespace bubblescope
