// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineoverlay.h"

#include "boxlabel.h"
#include "formatting.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <span>

namespace bubblescope {

namespace {

// A label in the ruler, kept inside it.
void paintPill(QPainter& painter, const OverlayFrame& frame, double x, const QString& text, const QColor& ground)
{
    painter.setFont(fontOf(11, true));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12;
    QRectF box(x - width / 2, frame.ruler.top() + 4, width, 17);
    box.moveLeft(std::clamp(box.left(), frame.ruler.left(), std::max(frame.ruler.left(), frame.ruler.right() - width)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(textOn(ground));
    painter.drawText(box, Qt::AlignCenter, text);
}

double clampedX(const OverlayFrame& frame, TimeNs time)
{
    return std::clamp(frame.scale.x(time), frame.area.left() - 20, frame.area.right() + 20);
}

} // namespace

void paintSelectedRange(QPainter& painter, const OverlayFrame& frame, TimeRange range)
{
    const double x0 = clampedX(frame, range.begin);
    const double x1 = clampedX(frame, range.end);
    if (x1 < frame.area.left() || x0 > frame.area.right())
        return;
    const Palette& p = *frame.palette;
    painter.save();
    painter.setClipRect(frame.area.united(frame.ruler));
    painter.fillRect(QRectF(x0, frame.area.top(), x1 - x0, frame.area.height()), p.selection);
    painter.fillRect(QRectF(x0, frame.ruler.bottom() - 3, x1 - x0, 3), p.accent);
    painter.setPen(QPen(p.accent, 1));
    for (const double x : {x0, x1}) {
        const double sharp = std::floor(x) + 0.5;
        painter.drawLine(QPointF(sharp, frame.area.top()), QPointF(sharp, frame.area.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(p.accent);
        painter.drawRoundedRect(QRectF(sharp - 3, frame.area.center().y() - 14, 6, 28), 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const double middle = (std::max(x0, frame.area.left()) + std::min(x1, frame.area.right())) / 2;
    paintPill(painter, frame, middle, formatDuration(double(range.duration())), p.accent);
    painter.restore();
}

void paintMarkers(QPainter& painter, const OverlayFrame& frame, const std::vector<TimeNs>& markers)
{
    const Palette& p = *frame.palette;
    painter.save();
    painter.setClipRect(frame.area.united(frame.ruler));
    for (size_t i = 0; i < markers.size(); ++i) {
        const double x = frame.scale.x(markers[i]);
        if (x < frame.area.left() || x > frame.area.right())
            continue;
        painter.setPen(QPen(p.text, 1));
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
        // In the unit of the ruler, with the digits that tell neighbours apart.
        paintPill(
            painter, frame, x, formatMoment(markers[i] - frame.origin, frame.scale.range().duration() / 10), p.text);
    }
    if (markers.size() == 2) {
        // The distance is shown between the two, below the ruler.
        const double x0 = clampedX(frame, std::min(markers[0], markers[1]));
        const double x1 = clampedX(frame, std::max(markers[0], markers[1]));
        const double y = frame.area.top() + 12;
        painter.setPen(QPen(p.text, 1));
        painter.drawLine(QPointF(x0, y), QPointF(x1, y));
        const QString text = formatDuration(double(std::llabs(markers[0] - markers[1])));
        painter.setFont(fontOf(11, true));
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 10;
        const double left = std::max(x0, frame.area.left());
        const double right = std::min(x1, frame.area.right());
        const QRectF box((left + right - width) / 2, y - 8, width, 16);
        if (box.right() > frame.area.left() && box.left() < frame.area.right()) {
            painter.fillRect(box, p.surface);
            painter.drawText(box, Qt::AlignCenter, text);
        }
    }
    painter.restore();
}

void paintMarks(
    QPainter& painter, const OverlayFrame& frame, const std::vector<TimeRange>& marks, double y, double height)
{
    constexpr double least = 2; // px
    const double left = frame.area.left();
    const double right = frame.area.right();
    auto mark = std::partition_point(
        marks.begin(), marks.end(), [&](TimeRange one) { return frame.scale.x(one.end) < left; });
    while (mark != marks.end() && frame.scale.x(mark->begin) <= right) {
        const double x0 = std::max(std::floor(frame.scale.x(mark->begin)), left);
        const double x1 = std::max(std::min(std::ceil(frame.scale.x(mark->end)), right), x0 + least);
        painter.fillRect(QRectF(x0, y, x1 - x0, height), frame.palette->accent);
        // Those that end in the same pixels would not be seen beside it.
        mark = std::partition_point(mark + 1, marks.end(), [&](TimeRange one) { return frame.scale.x(one.end) <= x1; });
    }
}

void paintEndLine(QPainter& painter, const OverlayFrame& frame, TimeNs time, const QString& text)
{
    const double x = std::floor(frame.scale.x(time)) + 0.5;
    if (x < frame.area.left() || x > frame.area.right())
        return;
    const Palette& p = *frame.palette;
    painter.save();
    painter.setClipRect(frame.area);
    QPen pen(p.mutedText, 1);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
    painter.setFont(fontOf(BoxLabel::thinPixels));
    constexpr double height = 12;
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 6;
    QRectF box(x + 3, frame.area.bottom() - height, width, height);
    if (box.right() > frame.area.right())
        box.moveRight(x - 3);
    painter.fillRect(box, p.surface);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

void paintCrosshair(QPainter& painter, const OverlayFrame& frame, TimeNs time)
{
    const double x = std::floor(frame.scale.x(time)) + 0.5;
    if (x < frame.area.left() || x > frame.area.right())
        return;
    painter.save();
    QPen pen(frame.palette->crosshair, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
    painter.restore();
}

void paintOutline(QPainter& painter, const OverlayFrame& frame, const QRectF& box, bool isSelected)
{
    QRectF seen = box.intersected(frame.area.adjusted(-4, 0, 4, 0));
    if (seen.isEmpty())
        return;
    painter.save();
    painter.setClipRect(frame.area);
    const double width = isSelected ? 2 : 1;
    QRectF around(std::floor(seen.left()), std::round(seen.top()), std::max(3.0, std::round(seen.width())),
        std::round(seen.height()));
    around.adjust(-width / 2, -width / 2, width / 2 - 1, width / 2);
    painter.setBrush(Qt::NoBrush);
    if (isSelected) {
        // A light line outside the dark one, to stand out on any colour.
        painter.setPen(QPen(frame.palette->surface, 1));
        painter.drawRect(around.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
    painter.setPen(QPen(frame.palette->text, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(around);
    painter.restore();
}

namespace {

void paintArrow(QPainter& painter, const OverlayFrame& frame, QPointF from, QPointF to, bool isDown)
{
    const double bend = std::clamp(std::abs(to.x() - from.x()) * 0.5, 18.0, 90.0);
    painter.save();
    painter.setClipRect(frame.area);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path(from);
    const double direction = isDown ? 1 : -1;
    path.cubicTo(
        from + QPointF(bend * 0.35, direction * bend * 0.6), to - QPointF(bend * 0.35, direction * bend * 0.6), to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(frame.palette->surface, 4, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    painter.setPen(QPen(frame.palette->text, 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    const double angle = path.angleAtPercent(0.98) * M_PI / 180;
    QPainterPath head(to);
    head.lineTo(to + QPointF(-8 * std::cos(angle - 0.42), 8 * std::sin(angle - 0.42)));
    head.lineTo(to + QPointF(-8 * std::cos(angle + 0.42), 8 * std::sin(angle + 0.42)));
    head.closeSubpath();
    painter.fillPath(head, frame.palette->text);
    painter.restore();
}

bool isBelow(const QRectF& box, const QRectF& other) { return box.center().y() >= other.center().y(); }

} // namespace

void paintMessageArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& send, const QRectF& receive)
{
    const bool isDown = isBelow(receive, send);
    paintArrow(painter, frame, {send.right(), isDown ? send.bottom() : send.top()},
        {receive.right(), isDown ? receive.top() : receive.bottom()}, isDown);
}

void paintLaunchArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& call, const QRectF& started)
{
    const bool isDown = isBelow(started, call);
    paintArrow(painter, frame, {call.center().x(), isDown ? call.bottom() : call.top()},
        {started.left(), isDown ? started.top() : started.bottom()}, isDown);
}

void paintArrivals(QPainter& painter, const OverlayFrame& frame, const std::vector<QRectF>& boxes)
{
    constexpr double height = 14;
    const Palette& p = *frame.palette;
    painter.save();
    painter.setClipRect(frame.area);
    QRectF all;
    for (const QRectF& box : boxes)
        all = all.united(box);
    const double last = std::floor(boxes.back().left()) + 0.5;
    painter.setPen(QPen(p.surface, 3));
    painter.drawLine(QPointF(last, all.top()), QPointF(last, all.bottom()));
    painter.setPen(QPen(p.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(last, all.top()), QPointF(last, all.bottom()));
    for (const QRectF& box : boxes)
        paintOutline(painter, frame, box, false);
    painter.setFont(fontOf(10, true));
    const QFontMetricsF metrics(painter.font());
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t i = boxes.size(); i-- > 0;) {
        // Earlier arrivals are drawn on top of later ones if they are close; the last one is always labelled.
        const size_t index = i == 0 ? boxes.size() - 1 : i - 1;
        const QRectF& box = boxes[index];
        if (box.isEmpty() || box.right() < frame.area.left() || box.left() > frame.area.right()
            || box.bottom() < frame.area.top() || box.top() > frame.area.bottom())
            continue;
        const bool isLast = index + 1 == boxes.size();
        const QString number = QString::number(index + 1);
        const QString text = isLast ? QCoreApplication::translate("Timeline", "%1 last").arg(number) : number;
        const double width = std::max(height, metrics.horizontalAdvance(text) + 8);
        const double left = std::max(box.left(), frame.area.left());
        // Inside a wide box, otherwise before it, so that it stays visible.
        QRectF pill(left + 3, box.center().y() - height / 2, width, height);
        if (box.width() <= width + 8)
            pill.moveRight(std::max(left - 1, frame.area.left() + width));
        const QColor ground = isLast ? p.accent : p.text;
        painter.setPen(QPen(p.surface, 1));
        painter.setBrush(ground);
        painter.drawRoundedRect(pill, height / 2, height / 2);
        painter.setPen(textOn(ground));
        painter.drawText(pill, Qt::AlignCenter, text);
    }
    painter.restore();
}

QRectF placedCard(const QSizeF& size, const QRectF& bounds, const QPointF& point, const QRectF& subject)
{
    constexpr double air = 4;
    const QRectF seen = subject.intersected(bounds);
    QRectF card(QPointF(point.x() + 16, std::max(point.y() + 18, seen.isEmpty() ? 0 : seen.bottom() + air)), size);
    if (card.right() > bounds.right())
        card.moveRight(std::max(bounds.left() + size.width(), point.x() - 12));
    if (card.bottom() <= bounds.bottom())
        return card;
    card.moveBottom(std::min(point.y() - 12, seen.isEmpty() ? bounds.bottom() : seen.top() - air));
    if (card.top() < bounds.top()) // neither below nor above: at least the pointer stays free
        card.moveTop(std::max(bounds.top(), std::min(point.y() + 18, bounds.bottom() - size.height())));
    return card;
}

QRectF paintCard(QPainter& painter, const Palette& palette, const QRectF& bounds, QPointF point, const QString& title,
    const QColor& mark, const std::vector<std::pair<QString, QString>>& lines, const QString& sentence,
    const QRectF& subject)
{
    constexpr double lineHeight = 17;
    constexpr double air = 10;
    const QFont titleFont = fontOf(12, true);
    const QFont font = fontOf(11);
    const QFontMetricsF metrics(font);
    double labels = 0;
    double values = 0;
    for (const auto& [label, value] : lines) {
        labels = std::max(labels, metrics.horizontalAdvance(label));
        values = std::max(values, metrics.horizontalAdvance(value));
    }
    const double titleWidth = QFontMetricsF(titleFont).horizontalAdvance(title) + 16;
    constexpr double leastForSentence = 300;
    const double wanted
        = std::max(std::max(titleWidth, labels + 18 + values), sentence.isEmpty() ? 0 : leastForSentence);
    constexpr double widest = 480; // names of kernels can be very long
    const double width = std::min({wanted + 2 * air, widest, bounds.width()});
    const double sentenceHeight = sentence.isEmpty()
        ? 0
        : metrics.boundingRect(QRectF(0, 0, width - 2 * air, 1000), Qt::TextWordWrap, sentence).height() + 6;
    // In a low window the last lines are dropped; the Details panel shows all of them.
    const double withoutLines = 2 * air + lineHeight + 2 + sentenceHeight;
    const auto fitting = size_t(std::max(1.0, (bounds.height() - withoutLines) / lineHeight));
    const auto shown = std::span(lines).first(std::min(fitting, lines.size()));
    const double height = withoutLines + lineHeight * double(shown.size());
    const QRectF card = placedCard(QSizeF(width, height), bounds, point, subject);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, palette.isDark ? 90 : 26));
    painter.drawRoundedRect(card.translated(0, 2).adjusted(-1, -1, 1, 1), 6, 6);
    painter.setPen(QPen(palette.border, 1));
    painter.setBrush(palette.surface);
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = card.top() + air;
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark);
    painter.drawRoundedRect(QRectF(card.left() + air, y + 3, 10, 10), 2, 2);
    painter.setFont(titleFont);
    painter.setPen(palette.text);
    painter.drawText(QRectF(card.left() + air + 16, y - 1, width - 2 * air - 16, lineHeight),
        Qt::AlignVCenter | Qt::AlignLeft,
        QFontMetricsF(titleFont).elidedText(title, Qt::ElideMiddle, width - 2 * air - 16));
    y += lineHeight + 2;
    painter.setFont(font);
    for (const auto& [label, value] : shown) {
        const QRectF line(card.left() + air, y, width - 2 * air, lineHeight);
        painter.setPen(palette.mutedText);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, label);
        painter.setPen(palette.text);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight,
            metrics.elidedText(value, Qt::ElideMiddle, line.width() - labels - 12));
        y += lineHeight;
    }
    painter.setPen(palette.text);
    painter.drawText(QRectF(card.left() + air, y + 4, width - 2 * air, sentenceHeight), Qt::TextWordWrap, sentence);
    painter.restore();
    return card;
}

} // namespace bubblescope
