// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notepainter.h"

#include "countedtext.h"
#include "formatting.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Notes", text); }

/// The point of the anchor that the text is connected to.
QPointF tieOf(const NoteFrame& frame, const PlacedNote& placed)
{
    const TimelineGeometry& g = frame.geometry;
    const QRectF& box = placed.anchors.front();
    const double left = std::max<double>(box.left(), g.spans.left());
    const double right = std::max(left, std::min<double>(box.right(), g.spans.right()));
    const double wish = placed.card.left() + std::min(10.0, placed.card.width() / 2);
    const bool isBelow = placed.card.top() >= box.bottom();
    return {std::clamp(wish, left, right), isBelow ? box.bottom() : box.top()};
}

void paintTie(QPainter& painter, const NoteFrame& frame, const PlacedNote& placed, const QColor& color)
{
    if (!placed.note.hasArrow || placed.card.isNull() || placed.anchors.empty()
        || placed.card.intersects(placed.anchors.front()))
        return;
    const QPointF to = tieOf(frame, placed);
    const bool isBelow = placed.card.top() >= to.y();
    // The line of a flag extends upwards: its text starts there.
    const double least = placed.card.left() + (placed.note.kind == Annotation::Kind::Time ? 0 : 2);
    const QPointF from(
        std::clamp(to.x(), least, placed.card.right() - 2), isBelow ? placed.card.top() : placed.card.bottom());
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (length < 3)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(frame.palette->surface, 3.2));
    painter.drawLine(from, to);
    painter.setPen(QPen(color, 1.4));
    painter.drawLine(from, to);
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(QPen(frame.palette->surface, 0.8));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF {to, to - along * 7 + across * 3.5, to - along * 7 - across * 3.5});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintAnchor(QPainter& painter, const NoteFrame& frame, const PlacedNote& placed, bool isCurrent)
{
    const TimelineGeometry& g = frame.geometry;
    const QColor color = noteColor(*frame.palette, placed.note.color);
    QColor wash = color;
    wash.setAlpha(isCurrent ? 44 : 24);
    QPen pen(color, isCurrent ? 2 : 1.2);
    if (placed.place.isGone)
        pen.setStyle(Qt::DashLine);
    painter.setBrush(Qt::NoBrush);
    const auto line = [&](double x) {
        const double sharp = std::floor(x) + 0.5;
        if (x >= g.spans.left() && x <= g.spans.right())
            painter.drawLine(QPointF(sharp, g.spans.top()), QPointF(sharp, g.spans.bottom()));
    };
    for (const QRectF& box : placed.anchors) {
        switch (placed.note.kind) {
        case Annotation::Kind::Span:
            if (placed.place.isGone)
                break;
            painter.setPen(QPen(frame.palette->surface, 4));
            painter.drawRect(box.adjusted(-1, -1, 1, 1));
            painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(box.adjusted(-1, -1, 1, 1));
            continue;
        case Annotation::Kind::Box:
            painter.fillRect(box, wash);
            painter.setPen(pen);
            painter.drawRect(box);
            continue;
        case Annotation::Kind::Range:
            painter.fillRect(box, wash);
            painter.setPen(pen);
            line(box.left());
            line(box.right());
            // The bracket at the bottom of the band.
            painter.fillRect(QRectF(box.left(), g.spans.top(), box.width(), 3), color);
            continue;
        case Annotation::Kind::Time:
            break;
        }
        painter.setPen(pen);
        line(box.left());
    }
}

void paintNoteCard(QPainter& painter, const NoteFrame& frame, const PlacedNote& placed, bool isCurrent)
{
    const Palette& p = *frame.palette;
    const QColor color = noteColor(p, placed.note.color);
    const QColor ground = mixed(p.surface, color, p.isDark ? 0.24 : 0.13);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(isCurrent ? p.accent : mixed(p.surface, color, 0.6), isCurrent ? 2 : 1);
    if (placed.place.isGone)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(ground);
    const QRectF card = placed.card.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(card, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF side(placed.card.left() + 1, placed.card.top() + 1, notecard::bar - 1, placed.card.height() - 2);
    if (placed.text.isEmpty()) {
        // No room for a text: the mark is filled and shows the number of its notes.
        painter.fillRect(card.adjusted(1, 1, -1, -1), color);
        painter.setPen(textOn(color));
        painter.drawText(card, Qt::AlignCenter,
            placed.hiddenCount > 0 ? QString::number(placed.hiddenCount + 1) : QStringLiteral("…"));
        return;
    }
    painter.fillRect(side, color);
    painter.setPen(placed.place.isGone || placed.note.text.empty() ? p.mutedText : p.text);
    const bool isOneLine = placed.isInBand();
    painter.drawText(placed.card.adjusted(notecard::bar + notecard::textAir - 1, 0, -notecard::textAir + 2, 0),
        Qt::AlignVCenter | Qt::AlignLeft | (isOneLine ? Qt::TextSingleLine : Qt::TextWordWrap), placed.text);
}

} // namespace

void paintNoteBand(QPainter& painter, const NoteFrame& frame, size_t notes)
{
    const QRect& band = frame.geometry.notes;
    if (band.height() <= 0)
        return;
    const Palette& p = *frame.palette;
    painter.save();
    painter.setFont(notecard::font());
    painter.fillRect(band, p.surface);
    const QRect name(0, band.top(), band.left(), band.height());
    painter.fillRect(name, p.panel);
    painter.setPen(p.border);
    painter.drawLine(name.bottomLeft(), band.bottomRight());
    painter.drawLine(name.right(), name.top(), name.right(), name.bottom());
    painter.setPen(p.mutedText);
    painter.drawText(name.adjusted(10, 0, -10, 0), Qt::AlignVCenter | Qt::AlignLeft,
        countedText(qint64(notes), tr("1 note"), tr("%1 notes")));
    painter.restore();
}

void paintNotes(QPainter& painter, const NoteFrame& frame, const std::vector<PlacedNote>& notes, uint32_t current)
{
    const TimelineGeometry& g = frame.geometry;
    painter.save();
    painter.setFont(notecard::font());
    QRectF content(g.spans);
    content.setTop(g.contentTop());
    const auto isTall = [](const PlacedNote& placed) {
        return placed.note.kind == Annotation::Kind::Time || placed.note.kind == Annotation::Kind::Range;
    };
    for (const PlacedNote& placed : notes) {
        painter.save();
        painter.setClipRect(isTall(placed) ? QRectF(g.spans) : content, Qt::IntersectClip);
        paintAnchor(painter, frame, placed, placed.note.id == current && current != 0);
        painter.restore();
    }
    painter.save();
    painter.setClipRect(QRectF(g.notes).united(g.spans), Qt::IntersectClip);
    for (const PlacedNote& placed : notes)
        paintTie(painter, frame, placed, noteColor(*frame.palette, placed.note.color));
    const auto paint = [&](const PlacedNote& placed) {
        if (!placed.card.isNull())
            paintNoteCard(painter, frame, placed, placed.note.id == current && current != 0);
    };
    const PlacedNote* last = nullptr; // the marked note is drawn on top
    for (const PlacedNote& placed : notes) {
        if (placed.note.id == current && current != 0)
            last = &placed;
        else
            paint(placed);
    }
    if (last)
        paint(*last);
    painter.restore();
    painter.restore();
}

QColor noteColor(const Palette& palette, int number)
{
    static const std::array<QColor, Annotation::colorCount> onLight {{{0x0b, 0x5c, 0xad}, {0xb9, 0x3a, 0x0c},
        {0x0c, 0x7a, 0x55}, {0x8e, 0x3b, 0x8a}, {0x9a, 0x68, 0x00}, {0x5b, 0x64, 0x70}}};
    static const std::array<QColor, Annotation::colorCount> onDark {{{0x6c, 0xb6, 0xff}, {0xff, 0x9b, 0x6a},
        {0x4f, 0xd1, 0xa1}, {0xe0, 0x9a, 0xdc}, {0xf0, 0xc2, 0x4b}, {0xa9, 0xb4, 0xc0}}};
    const auto index = size_t(std::clamp(number, 0, Annotation::colorCount - 1));
    return palette.isDark ? onDark[index] : onLight[index];
}

QString noteColorName(int number)
{
    static const std::array<const char*, Annotation::colorCount> names {QT_TRANSLATE_NOOP("Notes", "blue"),
        QT_TRANSLATE_NOOP("Notes", "red"), QT_TRANSLATE_NOOP("Notes", "green"), QT_TRANSLATE_NOOP("Notes", "purple"),
        QT_TRANSLATE_NOOP("Notes", "amber"), QT_TRANSLATE_NOOP("Notes", "grey")};
    return tr(names[size_t(std::clamp(number, 0, Annotation::colorCount - 1))]);
}

} // namespace bubblescope
