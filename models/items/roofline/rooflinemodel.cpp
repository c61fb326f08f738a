// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooflinemodel.h"

#include "operatorpeaks.h"
#include "roofline.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr double tera = 1e12;
constexpr double leastFigure = 0.001; // of a cell

QString rateText(double perSecond, const QString& unit)
{
    return formatNumber(perSecond / tera) + QLatin1Char(' ') + unit;
}

/// A term of a query; what is behind a quote cannot be part of it.
QString term(const char* key, const std::string& value)
{
    const QString text = exactText(value);
    const qsizetype quote = text.indexOf(QLatin1Char('"'));
    if (text.isEmpty() || quote == 0)
        return {};
    return QStringLiteral("%1%2\"%3\"")
        .arg(QLatin1String(key), quote < 0 ? QLatin1String("=") : QLatin1String("~"), text.left(quote));
}

} // namespace

QString operatorKindText(OperatorKind kind)
{
    switch (kind) {
    case OperatorKind::Matrix:
        return RooflineModel::tr("GEMMs");
    case OperatorKind::Attention:
        return RooflineModel::tr("attention");
    case OperatorKind::Convolution:
        return RooflineModel::tr("convolutions");
    case OperatorKind::Norm:
        return RooflineModel::tr("norms");
    case OperatorKind::Elements:
        break;
    }
    return RooflineModel::tr("elementwise");
}

RooflineModel::RooflineModel(QObject* parent) : TableModel(parent)
{
    setColumns({
        {tr("Operator"), {}, {}, false},
        {tr("Shapes"), {}, tr("Of its inputs, as the profiler recorded them"), false},
        {tr("Types"), {}, {}, false},
        {tr("Kind"), {}, {}, false},
        {tr("Calls"), {}, tr("Of a rank in the part that is shown"), true},
        {tr("GPU time"), tr("GPU time (ms)"), tr("Of the kernels and copies that it launched itself"), true},
        {tr("Share"), tr("share (%)"), tr("Of the GPU time of all operators"), true},
        {tr("TFLOP/s"), {}, tr("FLOPs of its inputs over its GPU time"), true},
        {tr("TB/s"), {}, tr("Bytes of its inputs and results, each once, over its GPU time"), true},
        {tr("FLOP/byte"), {}, tr("What there is to compute for each byte"), true},
        {tr("Of best"), tr("of best (%)"),
            tr("The larger of its FLOP/s beside the most here with the same types, and of its bytes/s beside the most"),
            true},
        {tr("Of peak"), tr("of peak (%)"), tr("The same beside what the data sheet of the GPU states"), true},
    });
}

void RooflineModel::setOperators(RooflineOperatorsPtr found)
{
    beginResetModel();
    m_found = std::move(found);
    m_ofBest.clear();
    m_ofPeak.clear();
    m_allNs = 0;
    double longest = 0;
    if (m_found) {
        m_ofBest = sharesOfBest(m_found->operators);
        if (m_found->hardware)
            m_ofPeak = sharesOfPeak(m_found->operators, *m_found->hardware);
        for (const OperatorUse& use : m_found->operators) {
            m_allNs += use.deviceNs;
            longest = std::max(longest, use.deviceNs);
        }
    }
    m_times = TimeFormat::forColumn(longest);
    endResetModel();
}

int RooflineModel::rows() const { return m_found ? int(m_found->operators.size()) : 0; }

std::optional<double> RooflineModel::figure(int row, Column column) const
{
    const OperatorUse& of = use(row);
    const auto scaled
        = [](std::optional<double> value, double by) { return value ? std::optional(*value * by) : std::nullopt; };
    switch (column) {
    case Column::Calls:
        return of.calls;
    case Column::Time:
        return of.deviceNs;
    case Column::Share:
        return m_allNs > 0 ? std::optional(of.deviceNs / m_allNs) : std::nullopt;
    case Column::Flops:
        return scaled(of.flopsPerSecond(), 1 / tera);
    case Column::Bytes:
        return scaled(of.bytesPerSecond(), 1 / tera);
    case Column::Intensity:
        return of.intensity();
    case Column::OfBest:
        return m_ofBest[size_t(row)];
    case Column::OfPeak:
        return m_ofPeak.empty() ? std::nullopt : m_ofPeak[size_t(row)];
    case Column::Name:
    case Column::Shapes:
    case Column::Types:
    case Column::Kind:
        break;
    }
    return {};
}

QString RooflineModel::text(int row, int column) const
{
    const OperatorUse& of = use(row);
    const auto orUnknown
        = [](const std::string& name) { return name.empty() ? unknownText() : toText(name).simplified(); };
    const std::optional<double> known = figure(row, Column(column));
    switch (Column(column)) {
    case Column::Name:
        return of.name.empty() ? tr("(launch not recorded)") : toText(of.name).simplified();
    case Column::Shapes:
        return orUnknown(of.shapes);
    case Column::Types:
        return orUnknown(of.dataTypes);
    case Column::Kind:
        return of.flops ? operatorKindText(operatorKind(of.name)) : unknownText();
    case Column::Time:
        return m_times.cell(of.deviceNs);
    case Column::Share:
    case Column::OfBest:
    case Column::OfPeak:
        return known ? formatShare(*known) : unknownText();
    default:
        // Powers of ten among figures are misread.
        return !known ? unknownText()
            : *known > 0 && *known < leastFigure ? QStringLiteral("< ") + formatNumber(leastFigure)
                                                 : formatNumber(*known);
    }
}

QVariant RooflineModel::sortValue(int row, int column) const
{
    if (Column(column) < Column::Calls)
        return {};
    return figure(row, Column(column)).value_or(-1); // what is not known comes last
}

QString RooflineModel::plainText(int row, int column) const
{
    const std::optional<double> known = figure(row, Column(column));
    switch (Column(column)) {
    case Column::Name:
        return exactText(use(row).name);
    case Column::Shapes:
        return exactText(use(row).shapes);
    case Column::Types:
        return exactText(use(row).dataTypes);
    case Column::Kind:
        return {};
    case Column::Time:
        return plainMilliseconds(*known);
    case Column::Share:
    case Column::OfBest:
    case Column::OfPeak:
        return known ? plainNumber(*known * 100) : QString();
    default:
        return known ? plainNumber(*known) : QString();
    }
}

QString RooflineModel::toolTip(int row, int) const { return tip(use(row)); }

QString RooflineModel::tip(const OperatorUse& use)
{
    QStringList lines {use.name.empty() ? tr("(launch not recorded)") : toText(use.name).simplified()};
    for (const std::string& of : {use.shapes, use.dataTypes}) {
        if (!of.empty())
            lines << toText(of).simplified();
    }
    lines << tr("%1 in %2 calls").arg(formatDuration(use.deviceNs), formatNumber(use.calls));
    if (const auto flops = use.flopsPerSecond())
        lines << rateText(*flops, tr("TFLOP/s"));
    if (const auto bytes = use.bytesPerSecond())
        lines << rateText(*bytes, tr("TB/s"));
    if (const auto intensity = use.intensity())
        lines << tr("%1 FLOP/byte").arg(formatNumber(*intensity));
    if (!use.flops || !use.bytes)
        lines << tr("Not all of its work is known");
    return lines.join(QLatin1Char('\n'));
}

QString RooflineModel::query(const OperatorUse& use)
{
    const QString name = term("name", use.name);
    const QString shapes = term("detail", use.shapes);
    return name.isEmpty() || shapes.isEmpty() ? name : name + QLatin1Char(' ') + shapes;
}

} // namespace bubblescope
