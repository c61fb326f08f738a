// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "vectorrows.h"

#include "boxlabel.h"
#include "patternlines.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr double denseShare = 0.3;            // share of pixel columns with a rectangle of their own
constexpr size_t mostDenseRectangles = 60000; // over all dense rows
constexpr double mostBitmapPixels = 12e6;     // compressing more takes too long

/// First and one past last column of each run of equal columns; `isSame` compares two.
template <typename Same, typename Take> void forEachRun(int columns, const Same& isSame, const Take& take)
{
    for (int first = 0; first < columns;) {
        int end = first + 1;
        while (end < columns && isSame(first, end))
            ++end;
        take(first, end);
        first = end;
    }
}

} // namespace

VectorRows::VectorRows(const SpanScene& scene, const TimelineLayout& layout, const QRectF& area, int columnsPerPixel)
    : m_scene(scene)
    , m_layout(layout)
    , m_area(area)
    , m_columnsPerPixel(std::max(1, columnsPerPixel))
    , m_composer(scene, int(std::lround(area.width() * m_columnsPerPixel)), m_columnsPerPixel)
{
}

void VectorRows::addLane(PaintedRow& to, const LaneStrip& lane, int lines) const
{
    using Pattern = LaneStrip::Pattern;
    const double top = to.rect.top();
    const double height = double(lines) / m_columnsPerPixel;
    const auto rectOf = [&](int first, int end) { return QRectF(x(first), top, x(end) - x(first), height); };
    forEachRun(
        m_composer.width(),
        [&](int a, int b) { return lane.upper[a] == lane.upper[b] && lane.patterns[a] == lane.patterns[b]; },
        [&](int first, int end) {
            if (qAlpha(lane.upper[first]) == 0)
                return;
            to.boxes.push_back({rectOf(first, end), lane.upper[first]});
            if (lane.patterns[first] == Pattern::Bubble)
                to.bubbles.push_back(rectOf(first, end));
            else if (lane.patterns[first] == Pattern::Waiting)
                to.waiting.push_back(rectOf(first, end));
        });
    // The foot as a single shade over the colours below it.
    const double foot = double(lane.foot) / m_columnsPerPixel;
    const QRgb shade = m_scene.palette->isDark ? qRgba(255, 255, 255, 97) : qRgba(0, 0, 0, 97);
    const auto isMarked = [&lane](int column) { return lane.upper[column] != lane.lower[column]; };
    forEachRun(
        m_composer.width(), [&](int a, int b) { return isMarked(a) == isMarked(b); },
        [&](int first, int end) {
            if (isMarked(first))
                to.insides.push_back({QRectF(x(first), top + height - foot, x(end) - x(first), foot), shade});
        });
    for (const LaneStrip::Stretch& inside : lane.hollow)
        to.insides.push_back({rectOf(inside.x0, inside.x1).adjusted(0, 1, 0, -1), inside.color});
}

void VectorRows::addBars(PaintedRow& to, const BarStrip& bars, double top, int lines) const
{
    const auto rectOf = [&](int first, int end, int from, int until) {
        return QRectF(x(first), top + double(from) / m_columnsPerPixel, x(end) - x(first),
            double(until - from) / m_columnsPerPixel);
    };
    forEachRun(
        m_composer.width(),
        [&](int a, int b) { return bars.tops[a] == bars.tops[b] && bars.colors[a] == bars.colors[b]; },
        [&](int first, int end) {
            if (bars.tops[first] < lines)
                to.boxes.push_back({rectOf(first, end, bars.tops[first], lines), bars.colors[first]});
        });
    const auto addPart = [&](const std::vector<int>& from, const std::vector<int>& until, const QColor& ground,
                             std::vector<QRectF>& pattern) {
        forEachRun(
            m_composer.width(), [&](int a, int b) { return from[a] == from[b] && until[a] == until[b]; },
            [&](int first, int end) {
                if (from[first] >= until[first])
                    return;
                const QRectF rect = rectOf(first, end, from[first], until[first]);
                to.boxes.push_back({rect, ground.rgb()});
                pattern.push_back(rect);
            });
    };
    addPart(bars.waitingTops, bars.tops, m_scene.palette->waiting, to.waiting);
    addPart(bars.bubbleTops, bars.waitingTops, m_scene.palette->bubble, to.bubbles);
}

void VectorRows::addRows()
{
    const auto [first, last] = m_layout.rowsBetween(0, m_area.height());
    RowContents contents(*m_scene.trace, m_layout, *m_scene.palette, {first, last});
    const auto linesOf = [this](double height) { return int(std::lround(height * m_columnsPerPixel)); };
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout.rows()[i];
        const RowContent& content = contents.of(i);
        PaintedRow painted;
        painted.rect = QRectF(m_area.left(), m_area.top() + row.top, m_area.width(), row.height);
        painted.patternOrigin = painted.rect.topLeft() + QPointF(0, content.bars.empty() ? 0 : content.barInset);
        if (content.ground.isValid())
            m_headers.emplace_back(painted.rect, content.ground);
        if (!content.bars.empty()) {
            const int lines = linesOf(row.height - 2 * content.barInset);
            const int width = std::max(1, int(std::lround(content.barWidth * m_columnsPerPixel)));
            addBars(painted, m_composer.composeBars(content.bars, lines, width, content.barRanks),
                painted.rect.top() + content.barInset, lines);
        }
        if (content.isModelled)
            m_headers.emplace_back(painted.rect, mixed(m_scene.palette->surface, m_scene.palette->accent, 0.18));
        if (content.isLane) {
            const int lines = linesOf(row.height);
            addLane(painted,
                m_composer.compose(row.row, nullptr, linesOf(row.top), lines, content.showsBubbles, row.isMain,
                    content.wantsLabels),
                lines);
        }
        painted.isDense = double(painted.boxes.size()) > denseShare * m_area.width();
        m_rows.push_back(std::move(painted));
    }
}

void VectorRows::paint(QPainter& painter)
{
    m_rows.clear();
    m_headers.clear();
    m_rectangleCount = 0;
    addRows();
    size_t denseRows = 0;
    size_t denseRectangles = 0;
    for (const PaintedRow& row : m_rows) {
        denseRows += row.isDense ? 1 : 0;
        denseRectangles += row.isDense ? row.boxes.size() : 0;
        m_rectangleCount += row.boxes.size();
    }
    m_hasBitmap = denseRows > mostDenseRows || denseRectangles > mostDenseRectangles;
    if (m_hasBitmap)
        paintDenseRows(painter);
    else
        paintGround(painter);
    paintRows(painter, false);
    if (!m_hasBitmap)
        paintRows(painter, true);
    paintLabels(painter);
}

void VectorRows::paintDenseRows(QPainter& painter)
{
    // Columns carry the information: with too many pixels, rows get fewer lines.
    const double all = double(m_composer.width()) * m_area.height() * m_columnsPerPixel;
    const double linesPerPixel = m_columnsPerPixel / std::max(1.0, std::ceil(all / mostBitmapPixels));
    const QSize size(m_composer.width(), int(std::ceil(m_area.height() * linesPerPixel)));
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return;
    image.fill(m_scene.palette->surface);
    QPainter pixels(&image);
    pixels.scale(m_columnsPerPixel, linesPerPixel);
    pixels.translate(-m_area.topLeft());
    paintGround(pixels);
    paintRows(pixels, true);
    pixels.end();
    painter.drawImage(QRectF(m_area.topLeft(), QSizeF(m_area.width(), size.height() / linesPerPixel)), image);
}

void VectorRows::paintGround(QPainter& painter) const
{
    const TimeScale scale(m_scene.range, m_area.left(), m_area.width());
    for (const GroundMark& mark : groundMarks(*m_scene.trace, scale, 1, m_scene.origin)) {
        const QRectF line(std::round(scale.x(mark.time)), m_area.top(), mark.isStep ? 1.5 : 1, m_area.height());
        painter.fillRect(line, mark.isStep ? m_scene.palette->border : m_scene.palette->grid);
    }
    for (const auto& [rect, color] : m_headers)
        painter.fillRect(rect, color);
}

void VectorRows::paintRows(QPainter& painter, bool dense)
{
    // By colour, so that it is written once instead of per rectangle; they do not overlap.
    std::map<QRgb, QList<QRectF>> byColor;
    std::map<QRgb, QList<QRectF>> insides;
    for (const PaintedRow& row : m_rows) {
        if (row.isDense != dense)
            continue;
        for (const Box& box : row.boxes)
            byColor[box.color] << box.rect;
        for (const Box& box : row.insides)
            insides[box.color] << box.rect;
    }
    const auto paintBoxes = [&painter](const std::map<QRgb, QList<QRectF>>& boxes) {
        painter.setPen(Qt::NoPen);
        for (const auto& [color, rects] : boxes) {
            painter.setBrush(QColor::fromRgba(color));
            painter.drawRects(rects);
        }
    };
    paintBoxes(byColor);
    for (const PaintedRow& row : m_rows) {
        if (row.isDense != dense)
            continue;
        paintDots(painter, row.bubbles, m_scene.palette->bubbleDots, row.patternOrigin);
        paintHatch(painter, row.waiting, m_scene.palette->waitingLines, row.patternOrigin);
    }
    paintBoxes(insides);
}

void VectorRows::paintLabels(QPainter& painter) const
{
    struct Line {
        QPointF baseline;
        QString text;
    };
    // By font and colour, like the rectangles.
    std::map<std::pair<int, QRgb>, std::vector<Line>> lines;
    std::map<int, QFontMetricsF> metrics;
    for (const int pixels : {BoxLabel::normalPixels, BoxLabel::tightPixels, BoxLabel::thinPixels})
        metrics.emplace(pixels, QFontMetricsF(fontOf(pixels)));
    for (const LabelBox& box : m_composer.labels()) {
        const BoxLabel label = boxLabel(m_scene, box, m_columnsPerPixel);
        if (label.text.isEmpty())
            continue;
        const double normal = metrics.at(BoxLabel::normalPixels).horizontalAdvance(label.text) * m_columnsPerPixel;
        const int pixels = labelPixels(box, normal, m_columnsPerPixel);
        const QFontMetricsF& font = metrics.at(pixels);
        const double room = double(box.width) / m_columnsPerPixel - 2 * label.air;
        QString text = label.text;
        if (font.horizontalAdvance(text) > room) {
            text = font.elidedText(text, Qt::ElideRight, room);
            if (text.size() < 4) // three letters and a dot are meaningless
                continue;
        }
        const double left = x(box.x) + label.air + (room - font.horizontalAdvance(text)) / 2;
        const double middle = m_area.top() + (box.y + box.height / 2.0) / m_columnsPerPixel;
        lines[{pixels, label.color}].push_back({{left, middle + (font.ascent() - font.descent()) / 2}, text});
    }
    for (const auto& [look, texts] : lines) {
        painter.setFont(fontOf(look.first));
        painter.setPen(QColor::fromRgba(look.second));
        for (const Line& line : texts)
            painter.drawText(line.baseline, line.text);
    }
}

} // namespace bubblescope
