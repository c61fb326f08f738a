// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notepainter.h"

#include "formatting.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

constexpr size_t mostLanes = 3;
constexpr double laneHeight = 19;
constexpr double bandAir = 3; // above the first and below the last lane
constexpr double gap = 4;
constexpr double widestInBand = 340;
constexpr double leastWithText = 44;
constexpr double markWidth = 15;
constexpr double widestFloating = 230;
constexpr double bar = 4; // in the note's colour, at the left edge of its card
constexpr double textAir = 6;
constexpr double handleReach = 5;

QFont cardFont()
{
    QFont font;
    font.setPixelSize(11);
    return font;
}

QString tr(const char* text) { return QCoreApplication::translate("Notes", text); }

bool isInBand(const Annotation& note) { return !note.offset; }

QString shownText(const Annotation& note)
{
    const QString text = toText(note.text).simplified();
    return text.isEmpty() ? tr("(no text)") : text;
}

/// The rows of some ranks as boxes, one box for adjacent ranks.
std::vector<QRectF> rankBoxes(const NoteFrame& frame, const Annotation& note, double left, double right)
{
    std::vector<QRectF> boxes;
    for (const RankBlock& block : frame.layout->blocks()) {
        if (block.rank < note.firstRank || block.rank > note.lastRank || block.bottom <= block.top)
            continue;
        const double top = frame.geometry.contentTop() + block.top - frame.geometry.scroll;
        const double bottom = frame.geometry.contentTop() + block.bottom - frame.geometry.scroll;
        constexpr double mostBetween = TimelineLayout::stageHeight + 8; // a stage's header may separate two ranks
        if (!boxes.empty() && top - boxes.back().bottom() <= mostBetween && top >= boxes.back().top())
            boxes.back().setBottom(bottom);
        else
            boxes.emplace_back(left, top, right - left, bottom - top);
    }
    return boxes;
}

std::vector<QRectF> anchorsOf(const NoteFrame& frame, const PlacedNote& placed)
{
    const TimelineGeometry& g = frame.geometry;
    const auto x = [&frame, &g](TimeNs time) {
        // Far outside looks the same as just outside, and keeps coordinates small.
        return std::clamp(frame.scale.x(time), g.spans.left() - 40.0, g.spans.right() + 40.0);
    };
    const double x0 = x(placed.place.range.begin);
    const double x1 = std::max(x(placed.place.range.end), x0);
    switch (placed.note.kind) {
    case Annotation::Kind::Span:
        if (placed.place.span.isValid()) {
            const int row = frame.layout->rowOf(frame.trace->row(placed.place.span));
            if (row >= 0) {
                const TimelineRow& line = frame.layout->rows()[size_t(row)];
                return {QRectF(x0, g.yOf(line), std::max(2.0, x1 - x0), line.height)};
            }
        }
        break;
    case Annotation::Kind::Box:
        return rankBoxes(frame, placed.note, x0, std::max(x1, x0 + 2));
    case Annotation::Kind::Time:
    case Annotation::Kind::Range:
        break;
    }
    return {QRectF(x0, g.spans.top(), x1 - x0, g.spans.height())};
}

/// The preferred left edge of the text.
double wishedLeft(const NoteFrame& frame, const PlacedNote& placed, double width)
{
    const QRect& band = frame.geometry.notes;
    const double x0 = std::max<double>(frame.scale.x(placed.place.range.begin), band.left());
    if (placed.note.kind == Annotation::Kind::Range) {
        const double x1 = std::min<double>(frame.scale.x(placed.place.range.end), band.right());
        return std::max<double>((x0 + x1 - width) / 2, band.left() + 2);
    }
    return std::max<double>(x0, band.left() + 2);
}

/// Fills one lane of the band from left to right; each text gets the room up to the next one.
void fillLane(const NoteFrame& frame, std::vector<PlacedNote*>& lane, double y, const QFontMetricsF& metrics)
{
    const QRect& band = frame.geometry.notes;
    struct Wish {
        PlacedNote* placed;
        double left;
        double width;
    };
    std::vector<Wish> wishes;
    for (PlacedNote* placed : lane) {
        const double width = std::min(metrics.horizontalAdvance(shownText(placed->note)) + bar + 2 * textAir,
            std::min(widestInBand, band.width() - 4.0));
        wishes.push_back({placed, wishedLeft(frame, *placed, width), width});
    }
    std::stable_sort(wishes.begin(), wishes.end(), [](const Wish& a, const Wish& b) { return a.left < b.left; });
    double end = band.left(); // of the texts placed so far
    PlacedNote* last = nullptr;
    for (size_t i = 0; i < wishes.size(); ++i) {
        const Wish& wish = wishes[i];
        const double next = i + 1 < wishes.size() ? wishes[i + 1].left : band.right();
        double left = std::min(wish.left, band.right() - 2 - wish.width);
        left = std::max(left, end + (last ? gap : 2));
        double width = std::min(wish.width, std::max(next - left - gap, markWidth));
        width = std::min(width, band.right() - 2 - left);
        if (width < leastWithText && width < wish.width)
            width = std::min(width, markWidth);
        constexpr double farthest = 60; // farther from its place, it would seem to refer to something else
        if (width < markWidth || (last && left - wish.left > farthest)) {
            if (last)
                ++last->hiddenCount;
            continue;
        }
        wish.placed->card = QRectF(left, y, width, laneHeight - 3);
        end = left + width;
        last = wish.placed;
    }
}

void placeFloating(const NoteFrame& frame, PlacedNote& placed, const QFontMetricsF& metrics)
{
    const TimelineGeometry& g = frame.geometry;
    const QRectF area(g.spans);
    const QRectF anchor = placed.anchors.empty() ? area : placed.anchors.front();
    const QString text = toText(placed.note.text).trimmed();
    const QRectF lines = metrics.boundingRect(
        QRectF(0, 0, widestFloating, 1000), Qt::TextWordWrap, text.isEmpty() ? shownText(placed.note) : text);
    QRectF card(anchor.left() + placed.note.offset->x, anchor.top() + placed.note.offset->y,
        std::ceil(lines.width()) + bar + 2 * textAir, std::min(std::ceil(lines.height()) + 7, area.height() - 4));
    card.moveLeft(std::clamp(card.left(), area.left() + 2, std::max(area.left() + 2, area.right() - 2 - card.width())));
    card.moveTop(std::clamp(card.top(), area.top() + 2, std::max(area.top() + 2, area.bottom() - 2 - card.height())));
    placed.card = card;
    placed.text = text.isEmpty() ? shownText(placed.note) : text;
}

bool isEdge(const Annotation& note)
{
    return note.kind == Annotation::Kind::Range || note.kind == Annotation::Kind::Box;
}

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

void paintCard(QPainter& painter, const NoteFrame& frame, const PlacedNote& placed, bool isCurrent)
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
    const QRectF side(placed.card.left() + 1, placed.card.top() + 1, bar - 1, placed.card.height() - 2);
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
    const bool isOneLine = isInBand(placed.note);
    painter.drawText(placed.card.adjusted(bar + textAir - 1, 0, -textAir + 2, 0),
        Qt::AlignVCenter | Qt::AlignLeft | (isOneLine ? Qt::TextSingleLine : Qt::TextWordWrap), placed.text);
}

} // namespace

int noteBandHeight(size_t notes)
{
    return notes == 0 ? 0 : int(double(std::min(notes, mostLanes)) * laneHeight + 2 * bandAir - 3);
}

void paintNoteBand(QPainter& painter, const NoteFrame& frame, size_t notes)
{
    const QRect& band = frame.geometry.notes;
    if (band.height() <= 0)
        return;
    const Palette& p = *frame.palette;
    painter.save();
    painter.setFont(cardFont());
    painter.fillRect(band, p.surface);
    const QRect name(0, band.top(), band.left(), band.height());
    painter.fillRect(name, p.panel);
    painter.setPen(p.border);
    painter.drawLine(name.bottomLeft(), band.bottomRight());
    painter.drawLine(name.right(), name.top(), name.right(), name.bottom());
    painter.setPen(p.mutedText);
    painter.drawText(name.adjusted(10, 0, -10, 0), Qt::AlignVCenter | Qt::AlignLeft,
        notes == 1 ? tr("1 note") : tr("%1 notes").arg(formatCount(qint64(notes))));
    painter.restore();
}

std::vector<PlacedNote> placeNotes(const NoteFrame& frame, const std::vector<AnchoredNote>& notes)
{
    std::vector<PlacedNote> placed;
    placed.reserve(notes.size());
    for (const AnchoredNote& one : notes)
        placed.push_back({one.note, one.place, {}, {}, {}, 0});

    const QFontMetricsF metrics(cardFont());
    const QRect& band = frame.geometry.notes;
    const size_t lanes
        = size_t(std::clamp(std::floor((band.height() - bandAir) / laneHeight + 0.2), 1.0, double(mostLanes)));
    const TimeRange visible = frame.scale.range();
    std::vector<std::vector<PlacedNote*>> byLane(lanes);
    size_t number = 0; // among all notes of the run, so that a note keeps its lane while the view moves
    for (PlacedNote& one : placed) {
        const bool isInSight = one.place.range.begin < visible.end && one.place.range.end >= visible.begin;
        if (isInSight)
            one.anchors = anchorsOf(frame, one);
        if (!isInBand(one.note)) {
            if (isInSight)
                placeFloating(frame, one, metrics);
            continue;
        }
        if (isInSight)
            byLane[number % lanes].push_back(&one);
        ++number;
    }
    for (size_t lane = 0; lane < lanes; ++lane)
        fillLane(frame, byLane[lane], band.top() + bandAir + double(lane) * laneHeight, metrics);
    for (PlacedNote& one : placed) {
        if (!one.card.isNull() && isInBand(one.note) && one.card.width() > markWidth) {
            const QString more = one.hiddenCount > 0 ? QStringLiteral(" +%1").arg(one.hiddenCount) : QString();
            const double room = one.card.width() - bar - 2 * textAir + 2 - metrics.horizontalAdvance(more);
            one.text = metrics.elidedText(shownText(one.note), Qt::ElideRight, room) + more;
        }
    }
    std::erase_if(placed, [](const PlacedNote& one) { return one.anchors.empty() && one.card.isNull(); });
    return placed;
}

void paintNotes(QPainter& painter, const NoteFrame& frame, const std::vector<PlacedNote>& notes, uint32_t current)
{
    const TimelineGeometry& g = frame.geometry;
    painter.save();
    painter.setFont(cardFont());
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
            paintCard(painter, frame, placed, placed.note.id == current && current != 0);
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

std::optional<NoteHit> noteAt(const NoteFrame& frame, const std::vector<PlacedNote>& notes, QPointF point)
{
    for (size_t i = notes.size(); i-- > 0;) {
        if (notes[i].card.adjusted(-1, -1, 1, 1).contains(point))
            return NoteHit {i, NoteHit::Part::Card};
    }
    if (!QRectF(frame.geometry.spans).contains(point))
        return std::nullopt;
    for (size_t i = notes.size(); i-- > 0;) {
        const PlacedNote& placed = notes[i];
        if (placed.note.kind == Annotation::Kind::Span)
            continue;
        for (const QRectF& box : placed.anchors) {
            if (point.y() < box.top() || point.y() > box.bottom())
                continue;
            const double toBegin = std::abs(point.x() - box.left());
            const double toEnd = std::abs(point.x() - box.right());
            if (std::min(toBegin, toEnd) <= handleReach)
                return NoteHit {i, isEdge(placed.note) && toEnd < toBegin ? NoteHit::Part::End : NoteHit::Part::Begin};
        }
    }
    return std::nullopt;
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
