// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinechrome.h"

#include "formatting.h"
#include "interleavedtrace.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QPainterPath>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int rightAir = 10;

// Where names begin: without the arrows that nobody can click in a picture.
int stageLeft(const TimelineChrome& chrome) { return chrome.isPicture ? 6 : 24; }
int rankLeft(const TimelineChrome& chrome) { return chrome.isPicture ? 6 : 30; }
int laneLeft(const TimelineChrome& chrome) { return chrome.isPicture ? 56 : 88; }
bool showsShares(const TimelineChrome& chrome) { return !chrome.isPicture || chrome.geometry.header.width() >= 130; }

QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

// Fonts and laid out texts are kept: a track tree repeats the same few hundred in every frame. GUI thread only.
const QFont& fontOf(int pixels, bool bold = false)
{
    static QHash<int, QFont> fonts;
    auto font = fonts.find(pixels * 2 + (bold ? 1 : 0));
    if (font == fonts.end()) {
        QFont made;
        made.setPixelSize(pixels);
        made.setWeight(bold ? QFont::DemiBold : QFont::Normal);
        font = fonts.insert(pixels * 2 + (bold ? 1 : 0), made);
    }
    return *font;
}

struct CachedText {
    QStaticText text;
    double width = 0;
};

const CachedText& cachedText(const QString& text, const QFont& font)
{
    constexpr int mostTexts = 4000;
    static QHash<QPair<QString, int>, CachedText> texts;
    const auto key = qMakePair(text, font.pixelSize() * 2 + (font.weight() > QFont::Normal ? 1 : 0));
    auto found = texts.find(key);
    if (found == texts.end()) {
        if (texts.size() >= mostTexts)
            texts.clear();
        CachedText made;
        made.text.setTextFormat(Qt::PlainText);
        made.text.setText(text);
        made.text.prepare({}, font);
        made.width = QFontMetricsF(font).horizontalAdvance(text);
        found = texts.insert(key, made);
    }
    return *found;
}

/// The largest that lets the whole text be read: of "rank 1024" each digit counts.
const QFont& fontFitting(const QString& text, double width, bool isBold)
{
    if (isBold && cachedText(text, fontOf(12, true)).width <= width)
        return fontOf(12, true);
    constexpr int smallest = 9;
    int pixels = 12;
    while (pixels > smallest && cachedText(text, fontOf(pixels)).width > width)
        --pixels;
    return fontOf(pixels);
}

/// One line, vertically centred, shortened in the middle where it is too long. Returns how wide it is.
double drawLine(QPainter& painter, const QRectF& box, const QFont& font, Qt::Alignment alignment, const QString& text)
{
    if (text.isEmpty() || box.width() < 4)
        return 0;
    const CachedText* line = &cachedText(text, font);
    if (line->width > box.width())
        line = &cachedText(QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, box.width()), font);
    painter.setFont(font);
    const double x = alignment & Qt::AlignRight ? box.right() - line->width : box.left();
    painter.drawStaticText(
        QPointF(std::round(x), std::round(box.center().y() - line->text.size().height() / 2)), line->text);
    return line->width;
}

void paintArrow(QPainter& painter, const QRectF& box, bool isOpen, const QColor& color)
{
    const QPointF c = box.center();
    QPainterPath path;
    if (isOpen) {
        path.moveTo(c.x() - 4, c.y() - 2.2);
        path.lineTo(c.x() + 4, c.y() - 2.2);
        path.lineTo(c.x(), c.y() + 3);
    } else {
        path.moveTo(c.x() - 2.2, c.y() - 4);
        path.lineTo(c.x() - 2.2, c.y() + 4);
        path.lineTo(c.x() + 3, c.y());
    }
    path.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, color);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintStage(QPainter& painter, const TimelineChrome& chrome, const StageGroup& stage, double y, double height)
{
    const TimelineGeometry& g = chrome.geometry;
    const Palette& p = *chrome.palette;
    const QRectF band(0, y, g.header.width(), height);
    const bool isSelected = stage.stage == chrome.selectedStage && stage.stage >= 0;
    painter.fillRect(band, isSelected ? mixed(p.header, p.accent, 0.16) : p.header);
    if (isSelected)
        painter.fillRect(QRectF(0, y, 3, height), p.accent);
    const bool isFocused = chrome.focusedStage == stage.stage && chrome.focusedRank < 0 && stage.stage >= 0;
    if (!chrome.isPicture)
        paintArrow(painter, stageArrow(chrome, y), !stage.isCollapsed, isFocused ? p.accent : p.text);
    painter.setPen(p.text);
    const QString name = stage.stage >= 0 ? stageText(stage.stage) : tr("no stage");
    drawLine(painter, band.adjusted(stageLeft(chrome), 0, showsShares(chrome) ? -70 : 0, 0), fontOf(12, true),
        Qt::AlignLeft, name);
    painter.setPen(p.mutedText);
    const double busy = shareOf(chrome, chrome.layout->rows()[stage.row]);
    if (busy >= 0 && showsShares(chrome))
        drawLine(painter, band.adjusted(80, 0, -rightAir, 0), fontOf(11), Qt::AlignRight,
            tr("%1 busy").arg(formatShare(busy)));
}

void paintRank(QPainter& painter, const TimelineChrome& chrome, const RankBlock& block)
{
    const TimelineGeometry& g = chrome.geometry;
    const Palette& p = *chrome.palette;
    const double top = g.contentTop() + block.top - g.scroll;
    const double height = block.bottom - block.top;
    const bool isSelected = block.rank >= 0 && block.rank == chrome.selectedRank;
    if (isSelected) {
        painter.fillRect(QRectF(0, top - 2, g.header.width(), height - 3), mixed(p.panel, p.accent, 0.12));
        painter.fillRect(QRectF(0, top - 2, 3, height - 3), p.accent);
    }
    const double y = rankLabelTop(chrome, block);
    const bool isFocused = block.rank >= 0 && chrome.focusedRank == block.rank;
    if (!chrome.isPicture)
        paintArrow(painter, rankArrow(chrome, y), !block.isCollapsed, isFocused ? p.accent : p.mutedText);
    painter.setPen(p.text);
    const QString name = block.rank >= 0 ? rankText(block.rank) : tr("unknown rank");
    const QRectF line(rankLeft(chrome), y, laneLeft(chrome) - rankLeft(chrome) - 4, 16);
    drawLine(painter, line, fontFitting(name, line.width(), isSelected), Qt::AlignLeft, name);
    const RankInfo* info = chrome.trace->findRank(block.rank);
    if (!info || block.isCollapsed || block.bottom - block.top < 40)
        return;
    // Below the name: that its clock is its own, else its host where there are several.
    QString below;
    if (info->clock == ClockState::OwnStart && chrome.trace->ranksAreComparable())
        below = tr("own start");
    else if (chrome.trace->hosts().size() > 1 && info->host < chrome.trace->hosts().size())
        below = toText(chrome.trace->hosts()[info->host]);
    painter.setPen(info->clock == ClockState::OwnStart ? p.warningText : p.mutedText);
    const QRectF second(line.left(), y + 15, line.width(), 14);
    if (second.bottom() <= top + height - 4)
        drawLine(painter, second, fontOf(10), Qt::AlignLeft, below);
}

/// "▸ 63 ranks alike", below the one that stands for them.
void paintAlike(QPainter& painter, const TimelineChrome& chrome, const TimelineRow& row)
{
    const Palette& p = *chrome.palette;
    const auto others = chrome.alike->find(row.rank);
    if (others == chrome.alike->end())
        return;
    const double y = chrome.geometry.yOf(row);
    const bool isOpen = chrome.openedAlike->count(row.rank) > 0;
    if (!chrome.isPicture)
        paintArrow(painter, QRectF(rankArrow(chrome, y).left(), y, 14, row.height), isOpen, p.accent);
    painter.setPen(chrome.isPicture ? p.mutedText : p.accent);
    const QString text = tr("%1 more alike").arg(formatCount(qint64(others->second.size())));
    const int left = rankLeft(chrome);
    drawLine(painter, QRectF(left, y, chrome.geometry.header.width() - left - rightAir, row.height), fontOf(11),
        Qt::AlignLeft, text);
}

/// Its name, and what its scale ends at.
void paintCounter(QPainter& painter, const TimelineChrome& chrome, const TimelineRow& row)
{
    const CounterSeries& series = chrome.trace->counters().series[row.counter];
    const double y = chrome.geometry.yOf(row);
    const QRectF line(laneLeft(chrome), y, chrome.geometry.header.width() - laneLeft(chrome) - rightAir, 13);
    const QRectF below = line.translated(0, line.height());
    painter.setPen(chrome.palette->mutedText);
    drawLine(painter, line, fontOf(10), Qt::AlignLeft, toText(chrome.trace->strings().text(series.name)).simplified());
    if (series.device >= 0)
        drawLine(painter, below, fontOf(10), Qt::AlignLeft, tr("GPU %1").arg(series.device));
    drawLine(
        painter, below, fontOf(10), Qt::AlignRight, counterValueText(series, chrome.counters->largest(row.counter)));
}

// "comm tp" is "tp" in a column where colours and indentation say the rest.
QString laneName(const Trace& trace, TrackId track)
{
    QString name = toText(trace.trackName(track));
    const QLatin1String prefix("comm ");
    if (trace.track(track).lane == Lane::Communication && name.startsWith(prefix))
        name.remove(0, prefix.size());
    // A modelled lane stands below the measured one that has the name.
    return isModelled(trace, track) ? QStringLiteral("└ ") + tr("modelled") : name;
}

void paintLane(QPainter& painter, const TimelineChrome& chrome, const TimelineRow& row)
{
    const TimelineGeometry& g = chrome.geometry;
    const Palette& p = *chrome.palette;
    const Trace& trace = *chrome.trace;
    const double y = g.yOf(row);
    const bool isCollapsed = row.kind == TimelineRow::Kind::CollapsedRank;
    const int pixels = row.isMain && row.height >= 15 ? 11 : 10;
    if (row.height < 9)
        return;
    painter.setPen(p.mutedText);
    const Row& traceRow = trace.row(row.row);
    QString name = laneName(trace, row.track);
    if (isCollapsed)
        name.clear();
    else if (traceRow.kind == Row::Kind::Overflow)
        name = tr("overlaps");
    else if (traceRow.depth > 0)
        name.clear();
    const double value = shareOf(chrome, row);
    const QString share = value < 0 || !showsShares(chrome) ? QString() : formatShare(value);
    if (row.isPinned)
        name = (row.rank >= 0 ? rankText(row.rank) + QStringLiteral(" · ") : QString()) + name;
    const double left = row.isPinned ? stageLeft(chrome) : laneLeft(chrome);
    const QRectF line(left, y, g.header.width() - left - rightAir, row.height);
    painter.setPen(row.isMain ? p.text : p.mutedText);
    const double shareText = drawLine(painter, line, fontOf(pixels), Qt::AlignRight, share);
    painter.setPen(p.mutedText);
    const QRectF nameBox = line.adjusted(0, 0, shareText > 0 ? -shareText - 8 : 0, 0);
    // Threads are told apart by their numbers: "thread 59976" must not become "thr…976".
    const QLatin1String thread("thread ");
    if (name.startsWith(thread) && cachedText(name, fontOf(pixels)).width > nameBox.width())
        name.remove(0, thread.size());
    drawLine(painter, nameBox, fontOf(pixels), Qt::AlignLeft, name);
    if (row.fold != TimelineRow::Fold::None)
        paintArrow(painter, laneArrow(chrome, row), row.fold == TimelineRow::Fold::Open, p.mutedText);
    if (traceRow.kind == Row::Kind::Overflow) {
        // The badge: these spans overlap others of their lane.
        const QRectF badge(left - 14, y + row.height / 2 - 4, 8, 8);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.warningText);
        painter.drawEllipse(badge);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

} // namespace

double shareOf(const TimelineChrome& chrome, const TimelineRow& row)
{
    if (!chrome.figures || !chrome.hasTimes)
        return -1;
    const auto computing = [](const TimeSplit& split) {
        return split.total() > 0 ? double(split.compute()) / double(split.total()) : -1;
    };
    if (row.kind == TimelineRow::Kind::Stage) {
        const auto& stages = chrome.figures->stages;
        const auto stage = std::find_if(
            stages.begin(), stages.end(), [&row](const StageSummary& summary) { return summary.stage == row.stage; });
        return stage != stages.end() ? computing(stage->split) : -1;
    }
    if (!row.hasSpans())
        return -1;
    const Row& traceRow = chrome.trace->row(row.row);
    if (traceRow.depth > 0 || traceRow.kind != Row::Kind::Nested || isModelled(*chrome.trace, row.track))
        return -1; // figures are those of the opened run
    const auto& ranks = chrome.figures->ranks;
    const auto rank = std::lower_bound(
        ranks.begin(), ranks.end(), row.rank, [](const RankSummary& a, int number) { return a.rank < number; });
    if (rank == ranks.end() || rank->rank != row.rank || rank->window.isEmpty())
        return -1;
    const bool computes
        = row.kind == TimelineRow::Kind::CollapsedRank || chrome.trace->track(row.track).lane == Lane::Compute;
    return computes ? computing(rank->split)
                    : double(chrome.detail->busyTime(row.row, rank->window)) / double(rank->window.duration());
}

double neededHeaderWidth(const TimelineChrome& chrome)
{
    double lanes = 0;
    for (const TimelineRow& row : chrome.layout->rows()) {
        if (row.kind == TimelineRow::Kind::Lane)
            lanes = std::max(lanes, cachedText(laneName(*chrome.trace, row.track), fontOf(11)).width);
    }
    return laneLeft(chrome) + lanes + rightAir;
}

QRectF stageArrow(const TimelineChrome&, double top) { return {6, top, 16, TimelineLayout::stageHeight}; }

QRectF rankArrow(const TimelineChrome&, double top) { return {14, top, 14, 16}; }

QRectF laneArrow(const TimelineChrome& chrome, const TimelineRow& row)
{
    return {double(laneLeft(chrome) - 14), chrome.geometry.yOf(row), 12, row.height};
}

double rankLabelTop(const TimelineChrome& chrome, const RankBlock& block)
{
    const TimelineGeometry& g = chrome.geometry;
    const double top = g.contentTop() + block.top - g.scroll;
    const bool hasSticky = !chrome.layout->stages().empty();
    const double least = g.contentTop() + (hasSticky ? TimelineLayout::stageHeight : 0);
    // Level with the name of its first lane.
    const int row = chrome.layout->rowAt(block.top + 0.5);
    const double first = row >= 0 ? chrome.layout->rows()[size_t(row)].height : 16;
    const double own = top + std::max(0.0, (first - 16) / 2);
    return std::min(std::max(own, least + 2), std::max(own, top + (block.bottom - block.top) - 24));
}

void paintTrackTree(QPainter& painter, const TimelineChrome& chrome)
{
    const TimelineGeometry& g = chrome.geometry;
    const Palette& p = *chrome.palette;
    const TimelineLayout& layout = *chrome.layout;
    painter.save();
    painter.fillRect(g.header, p.panel);
    painter.setClipRect(g.header);
    const auto [first, last] = layout.rowsBetween(g.scroll, g.contentY(g.header.bottom() + 1));
    int block = -1;
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = layout.rows()[i];
        if (row.kind != TimelineRow::Kind::Stage && int(row.block) != block) {
            block = int(row.block);
            paintRank(painter, chrome, layout.blocks()[row.block]);
        }
    }
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = layout.rows()[i];
        if (row.kind == TimelineRow::Kind::Alike)
            paintAlike(painter, chrome, row);
        else if (row.kind == TimelineRow::Kind::Counter)
            paintCounter(painter, chrome, row);
        else if (row.hasSpans())
            paintLane(painter, chrome, row);
    }
    for (const StageGroup& stage : layout.stages()) {
        const TimelineRow& row = layout.rows()[stage.row];
        const double y = g.contentTop() + row.top - g.scroll;
        if (y + row.height > g.contentTop() && y < g.header.bottom())
            paintStage(painter, chrome, stage, y, row.height);
    }
    const int sticky = layout.stickyStage(g.scroll);
    if (sticky >= 0 && !layout.stages()[size_t(sticky)].isCollapsed)
        paintStage(painter, chrome, layout.stages()[size_t(sticky)], g.contentTop() + layout.stickyOffset(g.scroll),
            TimelineLayout::stageHeight);
    if (g.pinnedHeight > 0) {
        painter.fillRect(QRectF(0, g.spans.top(), g.header.width(), g.pinnedHeight), p.panel);
        painter.fillRect(QRectF(0, g.contentTop() - 4, g.header.width(), 4), p.border);
        for (const TimelineRow& row : layout.pinnedRows()) {
            paintLane(painter, chrome, row);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(p.accent);
            painter.drawEllipse(QPointF(14, g.yOf(row) + row.height / 2), 3, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
    painter.setPen(p.border);
    painter.drawLine(g.header.topRight(), g.header.bottomRight());
    painter.restore();
}

void paintRuler(QPainter& painter, const TimelineChrome& chrome)
{
    const TimelineGeometry& g = chrome.geometry;
    const Palette& p = *chrome.palette;
    painter.save();
    const QRect whole(0, 0, g.ruler.right() + 1, g.ruler.height());
    painter.fillRect(whole, p.panel);
    painter.setPen(p.border);
    painter.drawLine(whole.bottomLeft(), whole.bottomRight());
    painter.drawLine(g.header.right(), 0, g.header.right(), whole.bottom());
    painter.setFont(fontOf(11));
    painter.setPen(p.mutedText);
    if (!chrome.hasTimes) {
        painter.drawText(g.ruler.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, tr("order only, no times"));
        painter.restore();
        return;
    }
    const TimeScale scale(chrome.range, g.ruler.left(), g.ruler.width());
    constexpr int narrow = 500;
    TimeTicks ticks = TimeTicks::of(scale, chrome.isPicture && g.ruler.width() < narrow ? 60 : 90);
    const double largest = double(std::max(std::llabs(chrome.range.begin), std::llabs(chrome.range.end)));
    // Beyond seven digits a tick names only its distance from a round time on the left.
    const bool isRelative = largest / double(ticks.step) > 5e5 && !ticks.times.empty();
    const TimeNs base = isRelative ? ticks.times.front() : 0;
    const TimeFormat format
        = TimeFormat::forTicks(double(ticks.step), isRelative ? double(ticks.times.back() - base) : largest);
    QString corner = tr("shows %1").arg(formatDuration(double(chrome.range.duration())));
    if (chrome.isPicture)
        corner = isRelative ? tr("from %1").arg(formatDurationExactly(base)) : chrome.corner;
    else if (isRelative)
        corner = tr("from %1").arg(formatDurationExactly(base));
    const int left = chrome.isPicture ? stageLeft(chrome) : 10;
    const QRect cornerBox(left, 0, g.header.width() - left, g.ruler.height());
    if (!chrome.isPicture || painter.fontMetrics().horizontalAdvance(corner) <= cornerBox.width())
        painter.drawText(cornerBox, Qt::AlignVCenter | Qt::AlignLeft, corner);
    painter.setClipRect(g.ruler);
    for (const TimeNs time : ticks.times) {
        const double x = std::round(scale.x(time));
        painter.setPen(p.border);
        painter.drawLine(QPointF(x, g.ruler.bottom() - 5), QPointF(x, g.ruler.bottom()));
        painter.setPen(p.mutedText);
        QString text = format.text(double(time - base));
        if (isRelative)
            text.prepend(QLatin1Char('+'));
        if (x + 5 + painter.fontMetrics().horizontalAdvance(text) < g.ruler.right())
            painter.drawText(QPointF(x + 5, g.ruler.top() + 17), text);
    }
    painter.restore();
}

} // namespace bubblescope
