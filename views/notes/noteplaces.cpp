// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "noteplaces.h"

#include "formatting.h"
#include "timelineoverlay.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

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

QString shownText(const Annotation& note)
{
    const QString text = toText(note.text).simplified();
    return text.isEmpty() ? QCoreApplication::translate("Notes", "(no text)") : text;
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
        const double width = std::min(metrics.horizontalAdvance(shownText(placed->note)) + notecard::edges,
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
        std::ceil(lines.width()) + notecard::edges, std::min(std::ceil(lines.height()) + 7, area.height() - 4));
    card.moveLeft(std::clamp(card.left(), area.left() + 2, std::max(area.left() + 2, area.right() - 2 - card.width())));
    card.moveTop(std::clamp(card.top(), area.top() + 2, std::max(area.top() + 2, area.bottom() - 2 - card.height())));
    placed.card = card;
    placed.text = text.isEmpty() ? shownText(placed.note) : text;
}

bool isEdge(const Annotation& note)
{
    return note.kind == Annotation::Kind::Range || note.kind == Annotation::Kind::Box;
}

} // namespace

QFont notecard::font()
{
    QFont font;
    font.setPixelSize(11);
    return font;
}

int noteBandHeight(size_t notes)
{
    return notes == 0 ? 0 : int(double(std::min(notes, mostLanes)) * laneHeight + 2 * bandAir - 3);
}

std::vector<PlacedNote> placeNotes(const NoteFrame& frame, const std::vector<AnchoredNote>& notes)
{
    std::vector<PlacedNote> placed;
    placed.reserve(notes.size());
    for (const AnchoredNote& one : notes)
        placed.push_back({one.note, one.place, {}, {}, {}, 0});

    const QFontMetricsF metrics(notecard::font());
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
        if (!one.isInBand()) {
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
        if (!one.card.isNull() && one.isInBand() && one.card.width() > markWidth) {
            const QString more = one.hiddenCount > 0 ? QStringLiteral(" +%1").arg(one.hiddenCount) : QString();
            const double room = one.card.width() - notecard::edges + 2 - metrics.horizontalAdvance(more);
            one.text = metrics.elidedText(shownText(one.note), Qt::ElideRight, room) + more;
        }
    }
    std::erase_if(placed, [](const PlacedNote& one) { return one.anchors.empty() && one.card.isNull(); });
    return placed;
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

} // namespace bubblescope
