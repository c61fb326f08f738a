// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchmodel.h"

#include "functionname.h"

#include <algorithm>

namespace bubblescope {

SearchModel::SearchModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Name"), {}, {}, false}, {tr("Begin"), tr("begin (ms)"), tr("Counts as the ruler does: from the begin of the chosen step"), true},
        {tr("Rank"), {}, {}, true}, {tr("Stage"), {}, {}, true}, {tr("Duration"), tr("duration (ms)"), {}, true},
        {tr("Detail"), {}, {}, false}});
}

void SearchModel::setMatches(TracePtr trace, std::vector<FoundSpan> matches, TimeNs zero)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_matches = std::move(matches);
    m_zero = zero;
    if (m_matches.size() > shownMatches)
        m_matches.resize(shownMatches);
    std::vector<TimeNs> durations;
    for (const FoundSpan& match : m_matches)
        durations.push_back(match.duration);
    double step = m_trace ? double(m_trace->range().duration()) / 1e5 : 1;
    if (!durations.empty()) {
        const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
        std::nth_element(durations.begin(), middle, durations.end());
        m_durations = TimeFormat::forColumn(double(*middle));
        step = std::clamp(double(*middle) / 10, 1.0, std::max(step, 1.0));
    }
    if (m_trace)
        m_begins = TimeFormat::forTicks(step, double(m_trace->range().end));
    endResetModel();
}

const FoundSpan* SearchModel::matchAt(int row) const
{
    return row < 0 || row >= rows() ? nullptr : &m_matches[static_cast<size_t>(row)];
}

int SearchModel::rowOf(const FoundSpan& match) const
{
    const auto found = std::find_if(
        m_matches.begin(), m_matches.end(), [&match](const FoundSpan& each) { return each.isSameAs(match); });
    return found == m_matches.end() ? -1 : static_cast<int>(found - m_matches.begin());
}

QString SearchModel::text(int row, int column) const
{
    const FoundSpan& match = *matchAt(row);
    const StringPool& names = m_trace->strings();
    switch (column) {
    case NameColumn:
        return toText(readableFunctionName(names.text(match.name))).simplified();
    case BeginColumn:
        return m_begins.text(double(match.begin - m_zero));
    case RankColumn:
        return match.rank < 0 ? unknownText() : QString::number(match.rank);
    case StageColumn:
        return match.stage < 0 ? unknownText() : QString::number(match.stage);
    case DurationColumn:
        return m_durations.cell(double(match.duration));
    case DetailColumn: {
        const QString detail = toText(names.text(match.detail)).simplified();
        const QString pass = passText(match.operation, match.microbatch); // what its bar is called
        return pass.isEmpty() || detail.isEmpty() ? pass + detail : pass + QStringLiteral(" · ") + detail;
    }
    default:
        return {};
    }
}

QVariant SearchModel::sortValue(int row, int column) const
{
    const FoundSpan& match = *matchAt(row);
    switch (column) {
    case BeginColumn:
        return static_cast<qlonglong>(match.begin);
    case RankColumn:
        return match.rank;
    case StageColumn:
        return match.stage;
    case DurationColumn:
        return static_cast<qlonglong>(match.duration);
    default:
        return {};
    }
}

QString SearchModel::plainText(int row, int column) const
{
    const FoundSpan& match = *matchAt(row);
    if (column == BeginColumn)
        return plainMilliseconds(double(match.begin - m_zero));
    if (column == DurationColumn)
        return plainMilliseconds(double(match.duration));
    return {};
}

QString SearchModel::toolTip(int row, int column) const
{
    return column == NameColumn || column == DetailColumn ? text(row, column) : QString();
}

} // namespace bubblescope
