// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppartsmodel.h"

#include "tabletexts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

StepPartsModel::StepPartsModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Part"), {}, tr("Parts of the step of the mean rank; they add up"), false},
        {tr("Opened"), tr("opened"), tr("As measured or stated by the input"), true},
        {tr("Modelled"), tr("modelled"), tr("Modelled, with the current knobs"), true},
        {tr("Change"), tr("change"), tr("Simulated minus opened"), true}});
}

void StepPartsModel::setFigures(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated)
{
    beginResetModel();
    setColumns({{tr("Part"), {}, tr("Parts of the step of the mean rank; they add up"), false},
        {originText(baselineOrigin), {}, tr("As the input has it"), true},
        {simulatedText(baselineOrigin), {}, tr("Modelled, with the current knobs"), true},
        {tr("change"), {}, tr("What the knobs change: minus %1").arg(originText(baselineOrigin)), true}});
    m_rows.clear();
    // In ms even if a step takes seconds: its parts hardly do.
    const double longest = std::max(baseline.wholeStepNs(), simulated.stepNs);
    m_times = longest >= 1e9 ? TimeFormat(TimeUnit::Milliseconds, 1) : TimeFormat::forColumn(longest);
    m_rows.push_back({{StepPartId::Kind::Step}, tr("With synchronization, optimizer and host"), Unit::Time,
        baseline.wholeStepNs(), simulated.wholeStepNs()});
    if (simulated.samplesPerStep > 0) {
        m_rows.push_back({{StepPartId::Kind::PerSample}, tr("Step / samples of a step over all replicas"), Unit::Time,
            baseline.nsPerSample(), simulated.nsPerSample()});
        m_rows.push_back({{StepPartId::Kind::Throughput}, tr("Throughput: what rankings go by"), Unit::PerSecond,
            baseline.samplesPerSecond(), simulated.samplesPerSecond()});
    }
    for (const StepPart& part : partsOf(baseline, simulated))
        m_rows.push_back({part.id, part.help, Unit::Time, part.baseline, part.simulated});
    if (baseline.hasPipeline() || simulated.hasPipeline()) {
        m_rows.push_back({{StepPartId::Kind::PipelineBubble}, tr("Bubbles of all ranks / (ranks × step)"), Unit::Share,
            baseline.wholeBubbleShare(), simulated.wholeBubbleShare()});
    }
    endResetModel();
}

void StepPartsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QString StepPartsModel::figure(const Row& row, double value) const
{
    switch (row.unit) {
    case Unit::Share:
        return formatShare(value);
    case Unit::PerSecond:
        return formatNumber(value);
    case Unit::Time:
        break;
    }
    return m_times.cell(value);
}

QString StepPartsModel::text(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    switch (column) {
    case NameColumn:
        return partText(r.id);
    case BaselineColumn:
        return figure(r, r.baseline);
    case SimulatedColumn:
        return figure(r, r.simulated);
    default:
        break;
    }
    const double difference = r.simulated - r.baseline;
    switch (r.unit) {
    case Unit::Share:
        return formatShareDifference(difference);
    case Unit::PerSecond:
        return formatShareDifference(relativeChange(r.baseline, r.simulated));
    case Unit::Time:
        break;
    }
    const QString size = m_times.cell(std::abs(difference));
    if (size.startsWith(QLatin1Char('<')))
        return QStringLiteral("± ") + m_times.cell(0);
    return difference == 0 ? unknownText() : (difference < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + size;
}

QVariant StepPartsModel::sortValue(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    switch (column) {
    case NameColumn:
        return partText(r.id);
    case BaselineColumn:
        return r.baseline;
    case SimulatedColumn:
        return r.simulated;
    default:
        return r.simulated - r.baseline;
    }
}

QString StepPartsModel::plainText(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    if (column == NameColumn)
        return r.unit == Unit::Time ? tr("%1 (ms)").arg(partText(r.id)) : partText(r.id);
    const double value = sortValue(row, column).toDouble();
    return r.unit == Unit::Time ? plainMilliseconds(value) : plainNumber(value);
}

QString StepPartsModel::toolTip(int row, int) const { return m_rows[size_t(row)].help; }

} // namespace bubblescope
