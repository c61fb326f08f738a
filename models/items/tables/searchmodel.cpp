// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchmodel.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

SearchModel::SearchModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Name"), {}, {}, false}, {tr("Begin"), tr("begin (ms)"), tr("From the run's start"), true},
        {tr("Rank"), {}, {}, true}, {tr("Stage"), {}, {}, true}, {tr("Duration"), tr("duration (ms)"), {}, true},
        {tr("Detail"), {}, {}, false}});
}

void SearchModel::setMatches(TracePtr trace, std::vector<SpanId> matches)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_matches = std::move(matches);
    if (m_matches.size() > shownMatches)
        m_matches.resize(shownMatches);
    std::vector<TimeNs> durations;
    for (const SpanId span : m_matches)
        durations.push_back(m_trace->duration(span));
    if (!durations.empty()) {
        const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
        std::nth_element(durations.begin(), middle, durations.end());
        m_durations = TimeFormat::forColumn(double(*middle));
    }
    if (m_trace)
        m_begins = TimeFormat::forTicks(double(m_trace->range().duration()) / 1e5, double(m_trace->range().end));
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
        return toText(m_trace->name(span)).simplified();
    case BeginColumn:
        return m_begins.text(double(m_trace->begin(span)));
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
        return plainMilliseconds(double(m_trace->begin(span)));
    if (column == DurationColumn)
        return plainMilliseconds(double(m_trace->duration(span)));
    return {};
}

QString SearchModel::toolTip(int row, int column) const
{
    return column == NameColumn || column == DetailColumn ? text(row, column) : QString();
}

DurationHistogram durationHistogram(const Trace& trace, const std::vector<SpanId>& spans, int mostBars)
{
    DurationHistogram histogram;
    TimeNs shortest = std::numeric_limits<TimeNs>::max();
    TimeNs longest = 0;
    uint64_t zeros = 0;
    for (const SpanId span : spans) {
        const TimeNs duration = trace.duration(span);
        if (duration <= 0) {
            ++zeros;
            continue;
        }
        shortest = std::min(shortest, duration);
        longest = std::max(longest, duration);
    }
    if (zeros > 0)
        histogram.bars.push_back({0, 1, zeros});
    if (longest == 0)
        return histogram;

    // Steps of a 1-2-5 series read well; finer ones fill the room when all are much alike.
    const double span = std::log10(double(longest) / double(shortest));
    const int count = std::clamp(static_cast<int>(std::ceil(span * 12)) + 1, 1, std::max(mostBars, 1));
    const double from = std::log10(double(shortest));
    std::vector<TimeNs> edges;
    for (int i = 0; i <= count; ++i) {
        const double edge = std::pow(10.0, from + (span <= 0 ? 0 : span * i / count));
        edges.push_back(i == 0 ? shortest : i == count ? longest + 1 : static_cast<TimeNs>(std::llround(edge)));
    }
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const size_t firstBar = histogram.bars.size();
    for (size_t i = 0; i + 1 < edges.size(); ++i)
        histogram.bars.push_back({edges[i], edges[i + 1], 0});
    for (const SpanId s : spans) {
        const TimeNs duration = trace.duration(s);
        if (duration <= 0)
            continue;
        const auto edge = std::upper_bound(edges.begin(), edges.end(), duration);
        ++histogram.bars[firstBar + static_cast<size_t>(edge - edges.begin()) - 1].count;
    }
    return histogram;
}

} // namespace bubblescope
