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

void SearchModel::setMatches(TracePtr trace, std::vector<SpanId> matches, TimeNs zero)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_matches = std::move(matches);
    m_zero = zero;
    if (m_matches.size() > shownMatches)
        m_matches.resize(shownMatches);
    std::vector<TimeNs> durations;
    for (const SpanId span : m_matches)
        durations.push_back(m_trace->duration(span));
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

SpanId SearchModel::spanAt(int row) const
{
    return row < 0 || row >= rows() ? SpanId() : m_matches[static_cast<size_t>(row)];
}

int SearchModel::rowOf(SpanId span) const
{
    const auto found = std::find(m_matches.begin(), m_matches.end(), span);
    return found == m_matches.end() ? -1 : static_cast<int>(found - m_matches.begin());
}

QString SearchModel::text(int row, int column) const
{
    const SpanId span = spanAt(row);
    switch (column) {
    case NameColumn:
        return toText(readableFunctionName(m_trace->name(span))).simplified();
    case BeginColumn:
        return m_begins.text(double(m_trace->begin(span) - m_zero));
    case RankColumn: {
        const int rank = m_trace->track(m_trace->track(span)).rank;
        return rank < 0 ? unknownText() : QString::number(rank);
    }
    case StageColumn:
        return m_trace->stage(span) < 0 ? unknownText() : QString::number(m_trace->stage(span));
    case DurationColumn:
        return m_durations.cell(double(m_trace->duration(span)));
    case DetailColumn:
        return toText(m_trace->detail(span)).simplified();
    default:
        return {};
    }
}

QVariant SearchModel::sortValue(int row, int column) const
{
    const SpanId span = spanAt(row);
    switch (column) {
    case BeginColumn:
        return static_cast<qlonglong>(m_trace->begin(span));
    case RankColumn:
        return m_trace->track(m_trace->track(span)).rank;
    case StageColumn:
        return m_trace->stage(span);
    case DurationColumn:
        return static_cast<qlonglong>(m_trace->duration(span));
    default:
        return {};
    }
}

QString SearchModel::plainText(int row, int column) const
{
    const SpanId span = spanAt(row);
    if (column == BeginColumn)
        return plainMilliseconds(double(m_trace->begin(span) - m_zero));
    if (column == DurationColumn)
        return plainMilliseconds(double(m_trace->duration(span)));
    return {};
}

QString SearchModel::toolTip(int row, int column) const
{
    return column == NameColumn || column == DetailColumn ? text(row, column) : QString();
}

} // namespace bubblescope
