// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankwords.h"

#include "formatting.h"
#include "rankheatmap.h"

#include <algorithm>

namespace bubblescope {

QStringList rankColumnNames(const RankGrid& grid)
{
    QStringList columns;
    const int group = std::max(grid.groupColumns(), 1);
    for (int column = 0; column < grid.columns(); ++column) {
        const RankGrid::Cell* cell = grid.at(column, 0);
        const bool isNamed = grid.rowsAreStages() && cell && cell->data >= 0 && column % group == 0;
        columns.append(!isNamed ? QString()
                : cell->expert < 0  ? RankHeatMap::tr("dp %1").arg(cell->data)
                                    : RankHeatMap::tr("dp %1 ep %2").arg(cell->data).arg(cell->expert));
    }
    return columns;
}

QString rankAxisText(const RankGrid& grid, const Trace* trace)
{
    QStringList words;
    if (grid.rowsAreStages() && grid.columns() > 1) {
        const int tensor = std::max(grid.groupColumns(), 1);
        words += tensor > 1 ? RankHeatMap::tr("data parallel, in groups of %1 tensor-parallel ranks").arg(tensor)
                            : RankHeatMap::tr("data parallel");
        if (grid.expertColumns() > 0)
            words += RankHeatMap::tr("experts over %1 replicas").arg(grid.expertColumns() / tensor);
    }
    if (trace && trace->hosts().size() > 1)
        words += RankHeatMap::tr("lines between hosts");
    return words.join(QStringLiteral(" · "));
}

QString narrowAxisText(const QString& text, bool hasRoomForLines)
{
    const QString separator = QStringLiteral(" · ");
    return hasRoomForLines ? QString(text).replace(separator, QStringLiteral("\n")) : text.section(separator, 0, 0);
}

QString rankCellText(const RankGrid::Cell& cell, const Trace* trace, const QString& figure)
{
    QStringList lines {rankText(cell.rank)};
    if (cell.stage >= 0)
        lines.append(stageText(cell.stage));
    if (cell.data >= 0)
        lines.append(RankHeatMap::tr("data parallel %1 · tensor parallel %2").arg(cell.data).arg(cell.tensor));
    if (cell.expert >= 0)
        lines.append(RankHeatMap::tr("expert parallel %1").arg(cell.expert));
    if (cell.isMissing) {
        lines.append(RankHeatMap::tr("its file is missing"));
        return lines.join(QLatin1Char('\n'));
    }
    lines.append(figure);
    if (const RankInfo* info = trace ? trace->findRank(cell.rank) : nullptr) {
        if (info->host < trace->hosts().size() && trace->hosts().size() > 1)
            lines.append(RankHeatMap::tr("host %1").arg(toText(trace->hosts()[info->host]).simplified()));
        if (info->clock == ClockState::OwnStart)
            lines.append(RankHeatMap::tr("clock not comparable: drawn from its own start"));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
