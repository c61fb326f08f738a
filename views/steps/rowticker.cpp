// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowticker.h"

#include "formatting.h"
#include "stepschart.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double highGroup = 48; // px: has room for names of some of its ranks
constexpr double highRow = 6;

bool isInSight(const RowGroup& group, const QCPRange& rows)
{
    return double(group.first + group.rows) - 0.5 > rows.lower && double(group.first) - 0.5 < rows.upper;
}

} // namespace

QString StepTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const double index = std::round(tick);
    if (!m_picture.matrix || std::abs(tick - index) > 1e-6 || index < 0
        || index >= double(m_picture.matrix->stepCount()))
        return {};
    return formatCount(m_picture.matrix->table().steps()[size_t(index)]);
}

QString RowTicker::title(const QCPRange& rows) const
{
    if (!namesGroupsOnly(rows))
        return StepsChart::tr("rank");
    return m_picture.matrix->options().order == StepMatrix::Order::Host ? StepsChart::tr("host") : QString();
}

QString RowTicker::groupName(const RowGroup& group) const
{
    if (m_picture.matrix->options().order == StepMatrix::Order::Stage)
        return group.number < 0 ? QString() : stageText(group.number);
    return group.number >= 0 && group.number < m_hosts.size() ? m_hosts[group.number]
                                                              : StepsChart::tr("host %1").arg(group.number);
}

bool RowTicker::namesGroupsOnly(const QCPRange& rows) const
{
    if (m_picture.groups.size() < 2)
        return false;
    const double perRow = m_height / std::max(rows.size(), 1.0);
    return perRow < highRow
        && std::none_of(m_picture.groups.begin(), m_picture.groups.end(),
            [&](const RowGroup& group) { return isInSight(group, rows) && double(group.rows) * perRow >= highGroup; });
}

QString RowTicker::rankName(size_t row) const
{
    const int rank = m_picture.matrix->row(row).rank;
    return rank < 0 ? StepsChart::tr("all ranks") : QString::number(rank);
}

/// Of the rows in sight, the one that is the slowest most often: what stands out in red has its name.
std::optional<size_t> RowTicker::slowestRow(const QCPRange& rows) const
{
    const StepMatrix& matrix = *m_picture.matrix;
    const double first = std::ceil(std::max(rows.lower, 0.0));
    const double last = std::floor(std::min(rows.upper, double(matrix.rowCount()) - 1));
    std::optional<size_t> slowest;
    if (!matrix.hasMeans())
        return slowest;
    for (double at = first; at <= last; ++at) {
        const auto row = size_t(at);
        if (matrix.timesSlowest(row) > (slowest ? matrix.timesSlowest(*slowest) : 0))
            slowest = row;
    }
    return slowest;
}

QVector<double> RowTicker::createTickVector(double tickStep, const QCPRange& range)
{
    m_labels.clear();
    if (!m_picture.matrix)
        return {};
    if (namesGroupsOnly(range)) {
        const double apart = QFontMetrics(m_axis.tickLabelFont()).height() * 1.2;
        QVector<double> ticks;
        for (const RowGroup& group : m_picture.groups) {
            if (!isInSight(group, range))
                continue;
            const double first = std::max(double(group.first), range.lower);
            const double last = std::min(double(group.first + group.rows) - 1, range.upper);
            const double middle = (first + last) / 2;
            if (!ticks.isEmpty() && std::abs(m_axis.coordToPixel(middle) - m_axis.coordToPixel(ticks.last())) < apart)
                continue;
            ticks.append(middle);
            m_labels.insert(middle, groupName(group));
        }
        return ticks;
    }
    QVector<double> ticks;
    for (const double tick : QCPAxisTicker::createTickVector(std::max(tickStep, 1.0), range)) {
        const double row = std::round(tick);
        if (row >= 0 && row < double(m_picture.matrix->rowCount()) && range.contains(row))
            ticks.append(row);
    }
    if (const std::optional<size_t> slowest = slowestRow(range)) {
        const auto row = double(*slowest);
        const double perRow = m_height / std::max(range.size(), 1.0);
        const double apart = QFontMetrics(m_axis.tickLabelFont()).height() * 1.2 / std::max(perRow, 1e-9);
        ticks.removeIf([&](double tick) { return std::abs(tick - row) < apart; });
        ticks.insert(std::lower_bound(ticks.begin(), ticks.end(), row), row);
    }
    const RowGroup* named = nullptr;
    for (const double row : ticks) {
        const auto group = std::find_if(m_picture.groups.begin(), m_picture.groups.end(),
            [&](const RowGroup& of) { return size_t(row) < of.first + of.rows; });
        QString name = rankName(size_t(row));
        if (m_picture.groups.size() > 1 && group != m_picture.groups.end() && &*group != named) {
            named = &*group;
            if (const QString of = groupName(*group); !of.isEmpty())
                name = StepsChart::tr("%1 · %2", "a stage or host, and a rank of it").arg(of, name);
        }
        m_labels.insert(row, name);
    }
    return ticks;
}

} // namespace bubblescope
