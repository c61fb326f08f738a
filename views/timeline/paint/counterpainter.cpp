// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "counterpainter.h"

#include "formatting.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

CounterPainter::CounterPainter(const Trace& trace) : m_trace(&trace)
{
    const std::vector<double>& values = trace.counters().values;
    for (size_t first = 0; first < values.size(); first += blockSize) {
        const auto [least, most] = std::minmax_element(values.begin() + std::ptrdiff_t(first),
            values.begin() + std::ptrdiff_t(std::min(first + blockSize, values.size())));
        m_blocks.push_back({*least, *most});
    }
    for (const CounterSeries& series : trace.counters().series) {
        const auto first = size_t(series.firstSample);
        m_largest.push_back(series.sampleCount > 0 ? extremes(first, first + series.sampleCount).most : 0);
    }
}

CounterPainter::Extremes CounterPainter::extremes(size_t first, size_t last) const
{
    const std::vector<double>& values = m_trace->counters().values;
    Extremes result {values[first], values[first]};
    const auto take = [&](const Extremes& other) {
        result = {std::min(result.least, other.least), std::max(result.most, other.most)};
    };
    while (first < last) {
        if (first % blockSize == 0 && first + blockSize <= last) {
            take(m_blocks[first / blockSize]);
            first += blockSize;
        } else {
            take({values[first], values[first]});
            ++first;
        }
    }
    return result;
}

void CounterPainter::paint(
    QPainter& painter, uint32_t number, const QRectF& box, const TimeScale& scale, const Palette& palette)
{
    const CounterSeries& series = m_trace->counters().series[number];
    const auto times = m_trace->counters().timesOf(series);
    if (times.empty())
        return;
    const TimeNs end = std::max(m_trace->range().end, times.back()); // what holds later nobody recorded
    const double largest = m_largest[number];
    const auto yOf = [&](double value) {
        const double share = largest > 0 ? std::clamp(value / largest, 0.0, 1.0) : 0;
        return box.bottom() - share * (box.height() - 2);
    };
    const int left = int(std::floor(box.left()));
    const int right = int(std::ceil(std::clamp(scale.x(end), box.left(), box.right())));
    QPolygonF top;
    QPolygonF bottom; // where the value varies inside one column
    for (int x = left; x < right; ++x) {
        // Samples valid inside the column: the last one before it, and all inside it.
        const auto inside = std::lower_bound(times.begin(), times.end(), scale.time(x));
        const auto after = std::lower_bound(inside, times.end(), scale.time(x + 1));
        const auto first = size_t(inside - times.begin()) - (inside == times.begin() ? 0 : 1);
        const auto last = size_t(after - times.begin());
        if (first >= last)
            continue;
        const Extremes found = extremes(series.firstSample + first, series.firstSample + last);
        top << QPointF(x, yOf(found.most)) << QPointF(x + 1, yOf(found.most));
        bottom << QPointF(x, yOf(found.least)) << QPointF(x + 1, yOf(found.least));
    }
    if (top.isEmpty())
        return;
    const QColor color = palette.accent;
    QPolygonF area = top;
    area << QPointF(top.back().x(), box.bottom()) << QPointF(top.front().x(), box.bottom());
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(palette.surface, color, 0.22));
    painter.drawPolygon(area);
    QPolygonF band = top;
    for (qsizetype i = bottom.size(); i-- > 0;)
        band << bottom[i];
    painter.setBrush(mixed(palette.surface, color, 0.6));
    painter.drawPolygon(band);
    painter.setPen(QPen(color, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(top);
    painter.restore();
}

QString counterName(const Trace& trace, const CounterSeries& series)
{
    const QString name = toText(trace.strings().text(series.name)).simplified();
    return series.device < 0 ? name
                             : QCoreApplication::translate("Timeline", "%1, GPU %2").arg(name).arg(series.device);
}

QString counterValueText(const CounterSeries& series, double value)
{
    return series.unit == CounterSeries::Unit::Bytes ? formatBytes(value) : formatCount(qint64(std::llround(value)));
}

std::optional<double> counterValueAt(const CounterTable& table, const CounterSeries& series, TimeNs time)
{
    const auto times = table.timesOf(series);
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    if (after == times.begin())
        return std::nullopt;
    return table.valuesOf(series)[size_t(after - times.begin()) - 1];
}

} // namespace bubblescope
