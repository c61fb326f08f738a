// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineheaders.h"

#include "cachedtext.h"
#include "countedtext.h"
#include "formatting.h"
#include "interleavedtrace.h"
#include "lanenames.h"
#include "searchhits.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace bubblescope {

namespace {

constexpr int rightAir = 10;
constexpr double lowBand = 15; // in which only small letters fit
constexpr int lowPixels = 9;
constexpr double lowestNamedLane = 5; // px: of lower ones a tool tip tells the name

// Left edge of names; pictures omit the arrows.
int stageLeft(const TimelineHeaders& headers) { return headers.isPicture ? 6 : 24; }
int rankLeft(const TimelineHeaders& headers) { return headers.isPicture ? 6 : 30; }
int laneLeft(const TimelineHeaders& headers) { return headers.isPicture ? 56 : 88; }
bool showsShares(const TimelineHeaders& headers)
{
    return !headers.isPicture || headers.geometry.header.width() >= 130;
}

QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

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

/// During a search, how many matches these ranks have; else nothing.
template <typename Ranks> QString hitsText(const TimelineHeaders& headers, const Ranks& ranks)
{
    if (!headers.matches || headers.isPicture)
        return {};
    size_t hits = 0;
    for (const int32_t rank : ranks)
        hits += hitsOfRank(*headers.trace, *headers.matches, rank);
    return countedText(qint64(hits), tr("1 hit"), tr("%1 hits"));
}

QString hitsOfStage(const TimelineHeaders& headers, const StageGroup& stage)
{
    std::vector<int32_t> ranks;
    for (const RankBlock& block : std::span(headers.layout->blocks()).subspan(stage.firstBlock, stage.blockCount))
        ranks.push_back(block.rank);
    return hitsText(headers, ranks);
}

void paintStage(QPainter& painter, const TimelineHeaders& headers, const StageGroup& stage, double y, double height)
{
    const TimelineGeometry& g = headers.geometry;
    const Palette& p = *headers.palette;
    const QRectF band(0, y, g.header.width(), height);
    const bool isSelected = stage.stage == headers.selectedStage && stage.stage >= 0;
    painter.fillRect(band, isSelected ? mixed(p.header, p.accent, 0.16) : p.header);
    if (isSelected)
        painter.fillRect(QRectF(0, y, 3, height), p.accent);
    const bool isFocused = headers.focusedStage == stage.stage && headers.focusedRank < 0 && stage.stage >= 0;
    if (height <= TimelineLayout::packedHeader) // only a line between stages
        return;
    if (!headers.isPicture)
        paintArrow(painter, stageArrow(headers, y), !stage.isCollapsed, isFocused ? p.accent : p.text);
    painter.setPen(p.text);
    const QString name = stage.stage >= 0 ? stageText(stage.stage) : tr("no stage");
    const bool isLow = height < lowBand;
    drawTextLine(painter, band.adjusted(stageLeft(headers), 0, showsShares(headers) ? -70 : 0, 0),
        cachedFont(isLow ? lowPixels : 12, true), Qt::AlignLeft, name);
    painter.setPen(p.mutedText);
    const QString hits = stage.isCollapsed ? hitsOfStage(headers, stage) : QString();
    const double busy = shareOf(headers, headers.layout->rows()[stage.row]);
    if (!hits.isEmpty() || (busy >= 0 && showsShares(headers)))
        drawTextLine(painter, band.adjusted(80, 0, -rightAir, 0), cachedFont(isLow ? lowPixels : 11), Qt::AlignRight,
            hits.isEmpty() ? tr("%1 busy").arg(formatShare(busy)) : hits);
}

void paintRank(QPainter& painter, const TimelineHeaders& headers, const RankBlock& block)
{
    const TimelineGeometry& g = headers.geometry;
    const Palette& p = *headers.palette;
    const double top = g.contentTop() + block.top - g.scroll;
    const double height = block.bottom - block.top;
    const bool isSelected = block.rank >= 0 && block.rank == headers.selectedRank;
    if (isSelected) {
        const double air = headers.layout->headerHeight() <= TimelineLayout::packedHeader ? 0 : 2;
        const double band = height - (air > 0 ? 3 : 1);
        painter.fillRect(QRectF(0, top - air, g.header.width(), band), mixed(p.panel, p.accent, 0.12));
        painter.fillRect(QRectF(0, top - air, 3, band), p.accent);
    }
    const double y = rankLabelTop(headers, block);
    const bool isFocused = block.rank >= 0 && headers.focusedRank == block.rank;
    if (!headers.isPicture)
        paintArrow(painter, rankArrow(headers, y), !block.isCollapsed, isFocused ? p.accent : p.mutedText);
    painter.setPen(p.text);
    const QString name = block.rank >= 0 ? rankText(block.rank) : tr("unknown rank");
    const QRectF line(rankLeft(headers), y, laneLeft(headers) - rankLeft(headers) - 4, 16);
    const bool isLow = block.isCollapsed && height <= TimelineLayout::minimumRowHeight; // with its gap
    drawTextLine(painter, line, isLow ? cachedFont(lowPixels, isSelected) : fontFitting(name, line.width(), isSelected),
        Qt::AlignLeft, name);
    const RankInfo* info = headers.trace->findRank(block.rank);
    if (!info || block.isCollapsed || block.bottom - block.top < 40)
        return;
    // Below the name: that the rank has its own clock, or its host if there are several.
    QString below;
    if (info->clock == ClockState::OwnStart && headers.trace->ranksAreComparable())
        below = tr("own start");
    else if (headers.trace->hosts().size() > 1 && info->host < headers.trace->hosts().size())
        below = toText(headers.trace->hosts()[info->host]);
    painter.setPen(info->clock == ClockState::OwnStart ? p.warningText : p.mutedText);
    const QRectF second(line.left(), y + 15, line.width(), 14);
    if (second.bottom() <= top + (block.lanesBottom - block.top) + 4)
        drawTextLine(painter, second, cachedFont(10), Qt::AlignLeft, below);
}

/// The least and the greatest compute share among similar ranks.
std::optional<std::pair<QString, QString>> busyRange(const TimelineHeaders& headers, int representative, const std::set<int>& others)
{
    if (!headers.figures || !headers.hasTimes)
        return std::nullopt;
    double least = 2;
    double most = -1;
    for (const RankSummary& rank : headers.figures->ranks) {
        if ((rank.rank != representative && others.count(rank.rank) == 0) || rank.split.total() <= 0)
            continue;
        const double share = partsOf(*headers.trace, *headers.figures, rank).share(TimePart::Compute);
        least = std::min(least, share);
        most = std::max(most, share);
    }
    if (most < 0)
        return std::nullopt;
    const QString highest = formatShare(most);
    const bool areOne = formatShare(least) == highest;
    return std::pair(areOne ? highest : formatFixed(least * 100, 1), highest);
}

/// "▸ 63 more, 61.0 % – 61.4 % busy", below their representative.
void paintAlike(QPainter& painter, const TimelineHeaders& headers, const TimelineRow& row)
{
    const Palette& p = *headers.palette;
    const auto others = headers.alike->find(row.rank);
    if (others == headers.alike->end())
        return;
    const double y = headers.geometry.yOf(row);
    const bool isOpen = headers.openedAlike->count(row.rank) > 0;
    if (!headers.isPicture)
        paintArrow(painter, QRectF(rankArrow(headers, y).left(), y, 14, row.height), isOpen, p.accent);
    painter.setPen(headers.isPicture ? p.mutedText : p.accent);
    const QString count = formatCount(qint64(others->second.size()));
    const auto busy = busyRange(headers, row.rank, others->second);
    const QString hits = hitsText(headers, others->second);
    const QString text = !hits.isEmpty() ? tr("%1 more, %2").arg(count, hits)
        : !busy                          ? tr("%1 more similar").arg(count)
        : busy->first == busy->second    ? tr("%1 more, %2 busy").arg(count, busy->first)
                                         : tr("%1 more, %2 – %3").arg(count, busy->first, busy->second);
    const int left = rankLeft(headers);
    drawTextLine(painter, QRectF(left, y, headers.geometry.header.width() - left - rightAir, row.height),
        cachedFont(row.height < lowBand ? lowPixels : 11), Qt::AlignLeft, text);
}

/// "▸ 3 more lanes", below the lanes of its rank.
void paintOthers(QPainter& painter, const TimelineHeaders& headers, const TimelineRow& row)
{
    const Palette& p = *headers.palette;
    const bool isOpen = row.fold == TimelineRow::Fold::Open;
    size_t hits = 0;
    for (const Track& track : headers.trace->tracksOf(row.rank)) {
        const uint32_t id = headers.trace->idOf(track).value;
        if (headers.matches && headers.others && id < headers.others->size() && (*headers.others)[id])
            hits += hitsOfTrack(*headers.trace, *headers.matches, TrackId(id));
    }
    QString text = isOpen ? tr("fewer lanes") : tr("%1 more lanes").arg(row.others);
    if (headers.matches && !isOpen && !headers.isPicture)
        text = tr("%1 more, %2").arg(formatCount(row.others), countedText(qint64(hits), tr("1 hit"), tr("%1 hits")));
    if (!headers.isPicture)
        paintArrow(painter, laneArrow(headers, row), isOpen, p.accent);
    painter.setPen(headers.isPicture ? p.mutedText : p.accent);
    const int left = laneLeft(headers);
    drawTextLine(painter,
        QRectF(left, headers.geometry.yOf(row), headers.geometry.header.width() - left - rightAir, row.height),
        cachedFont(row.height < lowBand ? lowPixels : 11), Qt::AlignLeft, text);
}

/// Name of the counter, and the end of its scale.
void paintCounter(QPainter& painter, const TimelineHeaders& headers, const TimelineRow& row)
{
    const CounterSeries& series = headers.trace->counters().series[row.counter];
    const double y = headers.geometry.yOf(row);
    const QRectF line(laneLeft(headers), y, headers.geometry.header.width() - laneLeft(headers) - rightAir, 13);
    const QRectF below = line.translated(0, line.height());
    painter.setPen(headers.palette->mutedText);
    QString name = toText(headers.trace->strings().text(series.name)).simplified();
    // Of "throttled: thermal slowdown by software" what follows says more; the tooltip has all of it.
    if (cachedText(name, cachedFont(10)).width > line.width())
        name = name.mid(name.lastIndexOf(QLatin1String(": ")) + 1).trimmed();
    drawTextLine(painter, line, cachedFont(10), Qt::AlignLeft, name);
    if (series.device >= 0)
        drawTextLine(painter, below, cachedFont(10), Qt::AlignLeft, tr("GPU %1").arg(series.device));
    drawTextLine(painter, below, cachedFont(10), Qt::AlignRight,
        counterValueText(series, headers.counters->largest(row.counter)));
}

QString laneName(const TimelineHeaders& headers, TrackId track)
{
    // A modelled lane is below the measured one with the same name.
    return isModelled(*headers.trace, track) ? QStringLiteral("└ ") + tr("modelled")
                                             : (*headers.laneNames)[track.value];
}

void paintLane(QPainter& painter, const TimelineHeaders& headers, const TimelineRow& row)
{
    const TimelineGeometry& g = headers.geometry;
    const Palette& p = *headers.palette;
    const Trace& trace = *headers.trace;
    const double y = g.yOf(row);
    const bool isCollapsed = row.kind == TimelineRow::Kind::CollapsedRank;
    const int pixels = row.isMain && row.height >= 15 ? 11 : row.height >= namedLane ? 10 : 8;
    if (row.height < lowestNamedLane)
        return;
    painter.setPen(p.mutedText);
    const Row& traceRow = trace.row(row.row);
    QString name = laneName(headers, row.track);
    if (isCollapsed)
        name.clear();
    else if (traceRow.kind == Row::Kind::Overflow)
        name = tr("overlaps");
    else if (traceRow.depth > 0)
        name.clear();
    const double value = shareOf(headers, row);
    const QString hits = isCollapsed ? hitsText(headers, std::array {row.rank}) : QString();
    const QString share = !hits.isEmpty() ? hits : value < 0 || !showsShares(headers) ? QString() : formatShare(value);
    if (row.isPinned)
        name = (row.rank >= 0 ? rankText(row.rank) + QStringLiteral(" · ") : QString()) + name;
    const double left = row.isPinned ? stageLeft(headers) : laneLeft(headers);
    const QRectF line(left, y, g.header.width() - left - rightAir, row.height);
    painter.setPen(row.isMain ? p.text : p.mutedText);
    const double shareText = drawTextLine(painter, line, cachedFont(pixels), Qt::AlignRight, share);
    painter.setPen(p.mutedText);
    const QRectF nameBox = line.adjusted(0, 0, shareText > 0 ? -shareText - 8 : 0, 0);
    // A whole name in smaller letters reads better than parts of it.
    const int leastPixels = std::min(9, pixels);
    const auto fits = [&](int size) { return cachedText(name, cachedFont(size)).width <= nameBox.width(); };
    int namePixels = pixels;
    while (namePixels > leastPixels && !fits(namePixels))
        --namePixels;
    if (!fits(namePixels)) {
        name = numberFirst(name);
        namePixels = pixels;
    }
    drawTextLine(painter, nameBox, cachedFont(namePixels), Qt::AlignLeft, name);
    if (row.fold != TimelineRow::Fold::None)
        paintArrow(painter, laneArrow(headers, row), row.fold == TimelineRow::Fold::Open, p.mutedText);
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

double shareOf(const TimelineHeaders& headers, const TimelineRow& row)
{
    if (!headers.figures || !headers.hasTimes)
        return -1;
    const auto computing = [&headers](const auto& of) {
        return of.split.total() > 0 ? partsOf(*headers.trace, *headers.figures, of).share(TimePart::Compute) : -1;
    };
    if (row.kind == TimelineRow::Kind::Stage) {
        const auto& stages = headers.figures->stages;
        const auto stage = std::find_if(
            stages.begin(), stages.end(), [&row](const StageSummary& summary) { return summary.stage == row.stage; });
        return stage != stages.end() ? computing(*stage) : -1;
    }
    if (!row.hasSpans())
        return -1;
    const Row& traceRow = headers.trace->row(row.row);
    if (traceRow.depth > 0 || traceRow.kind != Row::Kind::Nested || isModelled(*headers.trace, row.track))
        return -1; // the figures are those of the opened run
    const auto& ranks = headers.figures->ranks;
    const auto rank = std::lower_bound(
        ranks.begin(), ranks.end(), row.rank, [](const RankSummary& a, int number) { return a.rank < number; });
    if (rank == ranks.end() || rank->rank != row.rank || rank->window.isEmpty())
        return -1;
    const bool computes
        = row.kind == TimelineRow::Kind::CollapsedRank || headers.trace->track(row.track).lane == Lane::Compute;
    return computes ? computing(*rank)
                    : double(headers.detail->busyTime(row.row, rank->window))
            / partsOf(*headers.trace, *headers.figures, *rank).whole();
}

double neededHeaderWidth(const TimelineHeaders& headers)
{
    double lanes = 0;
    for (const TimelineRow& row : headers.layout->rows()) {
        if (row.kind == TimelineRow::Kind::Lane)
            lanes = std::max(lanes, cachedText(laneName(headers, row.track), cachedFont(11)).width);
    }
    return laneLeft(headers) + lanes + rightAir;
}

QRectF stageArrow(const TimelineHeaders& headers, double top) { return {6, top, 16, headers.layout->headerHeight()}; }

QRectF rankArrow(const TimelineHeaders&, double top) { return {14, top, 14, 16}; }

QRectF laneArrow(const TimelineHeaders& headers, const TimelineRow& row)
{
    return {double(laneLeft(headers) - 14), headers.geometry.yOf(row), 12, row.height};
}

double rankLabelTop(const TimelineHeaders& headers, const RankBlock& block)
{
    const TimelineGeometry& g = headers.geometry;
    const double top = g.contentTop() + block.top - g.scroll;
    const bool hasSticky = !headers.layout->stages().empty();
    const double least = g.contentTop() + (hasSticky ? headers.layout->headerHeight() : 0);
    // Level with the name of its first lane.
    const int row = headers.layout->rowAt(block.top + 0.5);
    const double first = row >= 0 ? headers.layout->rows()[size_t(row)].height : 16;
    const double own = top + (first - 16) / 2; // also of rows lower than a line
    return std::min(std::max(own, least + 2), std::max(own, top + (block.lanesBottom - block.top) - 16));
}

void paintTrackTree(QPainter& painter, const TimelineHeaders& headers)
{
    const TimelineGeometry& g = headers.geometry;
    const Palette& p = *headers.palette;
    const TimelineLayout& layout = *headers.layout;
    painter.save();
    painter.fillRect(g.header, p.panel);
    painter.setClipRect(g.header);
    const auto [first, last] = layout.rowsBetween(g.scroll, g.contentY(g.header.bottom() + 1));
    int block = -1;
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = layout.rows()[i];
        if (row.kind != TimelineRow::Kind::Stage && int(row.block) != block) {
            block = int(row.block);
            paintRank(painter, headers, layout.blocks()[row.block]);
        }
    }
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = layout.rows()[i];
        if (row.kind == TimelineRow::Kind::Alike)
            paintAlike(painter, headers, row);
        else if (row.kind == TimelineRow::Kind::Counter)
            paintCounter(painter, headers, row);
        else if (row.kind == TimelineRow::Kind::Others)
            paintOthers(painter, headers, row);
        else if (row.hasSpans())
            paintLane(painter, headers, row);
    }
    for (const StageGroup& stage : layout.stages()) {
        const TimelineRow& row = layout.rows()[stage.row];
        const double y = g.contentTop() + row.top - g.scroll;
        if (y + row.height > g.contentTop() && y < g.header.bottom())
            paintStage(painter, headers, stage, y, row.height);
    }
    const int sticky = layout.stickyStage(g.scroll);
    if (sticky >= 0 && !layout.stages()[size_t(sticky)].isCollapsed)
        paintStage(painter, headers, layout.stages()[size_t(sticky)], g.contentTop() + layout.stickyOffset(g.scroll),
            layout.headerHeight());
    if (g.pinnedHeight > 0) {
        painter.fillRect(QRectF(0, g.spans.top(), g.header.width(), g.pinnedHeight), p.panel);
        painter.fillRect(QRectF(0, g.contentTop() - 4, g.header.width(), 4), p.border);
        for (const TimelineRow& row : layout.pinnedRows()) {
            paintLane(painter, headers, row);
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

void paintRuler(QPainter& painter, const TimelineHeaders& headers)
{
    const TimelineGeometry& g = headers.geometry;
    const Palette& p = *headers.palette;
    painter.save();
    const QRect whole(0, 0, g.ruler.right() + 1, g.ruler.height());
    painter.fillRect(whole, p.panel);
    painter.setPen(p.border);
    painter.drawLine(whole.bottomLeft(), whole.bottomRight());
    painter.drawLine(g.header.right(), 0, g.header.right(), whole.bottom());
    painter.setFont(cachedFont(11));
    painter.setPen(p.mutedText);
    if (!headers.hasTimes) {
        painter.drawText(g.ruler.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, tr("order only, no times"));
        painter.restore();
        return;
    }
    const TimeRange range {headers.range.begin - headers.origin, headers.range.end - headers.origin};
    const TimeScale scale(range, g.ruler.left(), g.ruler.width());
    constexpr int narrow = 500;
    TimeTicks ticks = TimeTicks::of(scale, headers.isPicture && g.ruler.width() < narrow ? 60 : 90);
    const double largest = double(std::max(std::llabs(range.begin), std::llabs(range.end)));
    // With more than seven digits, a tick only shows its distance from a round time stated at the left.
    const bool isRelative = largest / double(ticks.step) > 5e5 && !ticks.times.empty();
    const TimeNs base = isRelative ? ticks.times.front() : 0;
    const TimeFormat format
        = TimeFormat::forTicks(double(ticks.step), isRelative ? double(ticks.times.back() - base) : largest);
    QString corner = headers.isOfRange ? tr("percentages of the selected range")
                                       : tr("shows %1").arg(formatDuration(double(headers.range.duration())));
    if (headers.isPicture)
        corner = isRelative ? tr("from %1").arg(formatDurationExactly(base)) : headers.corner;
    else if (isRelative)
        corner = tr("from %1").arg(formatDurationExactly(base));
    const int left = headers.isPicture ? stageLeft(headers) : 10;
    const QRect cornerBox(left, 0, g.header.width() - left, g.ruler.height());
    constexpr int air = 8; // to the first time, which may stand at the ruler's begin
    if (!headers.isPicture || painter.fontMetrics().horizontalAdvance(corner) + air <= cornerBox.width())
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
