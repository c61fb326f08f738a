// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inequalitymodel.h"

#include "countedtext.h"
#include "formatting.h"
#include "partofloss.h"

#include <algorithm>

namespace bubblescope {

InequalityModel::InequalityModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Part"), {}, {}, false}, {tr("Which"), {}, {}, false},
        {tr("Slowdown"), {},
            tr("Mean step if this part alone keeps its recorded durations and all others are equal, against the step "
               "with all of them equal; of a rank: the lesser of those of its stage and data-parallel rank"),
            true},
        {tr("Excess"), tr("longer by (ms)"), tr("The same as time of a step"), true},
        {tr("Against peers"), tr("against peers (ms)"),
            tr("How much shorter the typical step would be if this rank alone computed as fast as its peers, as the "
               "finding about it says; of slow ranks only. The slowdown also counts what its stage has more to do"),
            true}});
}

void InequalityModel::setWhatIf(const StragglerWhatIf* whatIf, std::span<const std::string> hosts)
{
    beginResetModel();
    m_rows.clear();
    m_idealNs = 0;
    if (whatIf) {
        for (const StragglerWhatIf::Step& step : whatIf->steps)
            m_idealNs += step.ideal / double(whatIf->steps.size());
        for (const StragglerWhatIf::Part& part : whatIf->stages)
            m_rows.push_back({tr("stage"), QString::number(part.number), part.slowdown, -1, part.number});
        for (const StragglerWhatIf::Part& part : whatIf->dataRanks)
            m_rows.push_back({tr("data-parallel rank"), QString::number(part.number), part.slowdown});
        for (const StragglerWhatIf::Part& part : whatIf->hosts) {
            const QString name = size_t(part.number) < hosts.size() ? toText(hosts[size_t(part.number)])
                                                                    : QString::number(part.number);
            m_rows.push_back({tr("host"), name, part.slowdown});
        }
        for (const StragglerWhatIf::Type& type : whatIf->types)
            m_rows.push_back({tr("operation"), toText(type.key), type.slowdown});
        for (const StragglerWhatIf::Rank& rank : whatIf->ranks) {
            if (rank.score)
                m_rows.push_back(
                    {tr("rank"), QString::number(rank.rank), *rank.score, rank.rank, rank.stage, 0, rank.lostNs});
        }
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.slowdown > b.slowdown; });
    // Each of them loses about as much as all: they come behind the parts, in their order.
    for (size_t i = 0; whatIf && i < whatIf->steps.size(); ++i) {
        const StragglerWhatIf::Step& step = whatIf->steps[i];
        m_rows.push_back({tr("step"), QString::number(step.number), step.slowdown(), -1, -1, step.ideal});
    }
    endResetModel();
}

QString InequalityModel::sentence(const StragglerWhatIf& whatIf)
{
    QString text = tr("The steps take %1 times as long as if all operations of a type took equally long.")
                       .arg(formatFixed(whatIf.slowdown, 3));
    if (whatIf.ofSlowestRanks && whatIf.ofLastStage) {
        text += QLatin1Char(' ')
            + tr("The slowest 3 % of the ranks explain %1 of that, the last stage %2.")
                  .arg(formatPartOfLoss(*whatIf.ofSlowestRanks), formatPartOfLoss(*whatIf.ofLastStage));
    }
    const auto priced = std::count_if(
        whatIf.ranks.begin(), whatIf.ranks.end(), [](const StragglerWhatIf::Rank& rank) { return rank.lostNs; });
    if (priced > 1 && whatIf.lostTogetherNs) {
        text += QLatin1Char(' ')
            + tr("Its slow ranks cost %1 of the typical step together.").arg(formatDuration(*whatIf.lostTogetherNs));
    }
    if (priced > 0 && whatIf.pricesExceedSlowdown()) {
        text += QLatin1Char(' ')
            + tr("Against their peers slow ranks cost more than that says: equal durations are the mean of all ranks, slow "
                 "ones included.");
    }
    constexpr double leastNamed = 1.0005; // what is not 1.000
    if (whatIf.launchSlowdown >= leastNamed) {
        text += QLatin1Char(' ')
            + tr("Launches make them %1 times as long again.").arg(formatFixed(whatIf.launchSlowdown, 3));
    }
    if (whatIf.stepsLeftOut > 0) {
        text += QLatin1Char(' ')
            + countedText(qint64(whatIf.stepsLeftOut),
                tr("1 step in which not all ranks recorded the same operations is left out."),
                tr("%1 steps in which not all ranks recorded the same operations are left out."));
    }
    return text;
}

double InequalityModel::longerBy(const Row& row) const
{
    return (row.slowdown - 1) * (row.idealNs > 0 ? row.idealNs : m_idealNs);
}

QString InequalityModel::text(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    switch (column) {
    case PartColumn:
        return r.part;
    case NameColumn:
        return r.name;
    case SlowdownColumn:
        return formatFixed(r.slowdown, 4);
    case LossColumn:
        return formatDurationDifference(longerBy(r));
    case PeersColumn:
        return r.lostNs ? formatDurationDifference(*r.lostNs) : QString();
    default:
        return {};
    }
}

QVariant InequalityModel::sortValue(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    if (column == PeersColumn)
        return r.lostNs.value_or(0);
    return column >= SlowdownColumn ? QVariant(r.slowdown) : QVariant();
}

QString InequalityModel::plainText(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    if (column == SlowdownColumn)
        return plainNumber(r.slowdown);
    if (column == PeersColumn)
        return r.lostNs ? plainMilliseconds(*r.lostNs) : QStringLiteral("");
    return column == LossColumn ? plainMilliseconds(longerBy(r)) : QString();
}

} // namespace bubblescope
