// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinefigure.h"

#include "formatting.h"
#include "lanenames.h"
#include "notehome.h"
#include "notepainter.h"
#include "pathoverlay.h"
#include "timelinewords.h"
#include "vectorrows.h"
#include "workspace.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double captionHeight = 20;
constexpr double airBetween = 8;
constexpr double normalRow = 22;
constexpr double tallestRow = 38;
constexpr qsizetype longestNoteInBand = 32; // characters; longer ones are numbered, and listed below
constexpr size_t manyTracks = 400; // with so many, only few layouts are tried

QString missingRanksText(const std::vector<int>& ranks)
{
    constexpr size_t mostNamed = 8;
    QStringList names;
    for (size_t i = 0; i < std::min(ranks.size(), mostNamed); ++i)
        names << QString::number(ranks[i]);
    if (ranks.size() > mostNamed)
        names << QString(QChar(0x2026));
    const QString text = ranks.size() == 1
        ? QCoreApplication::translate("bubblescope::TimelineFigure", "One rank is missing: %1.")
        : QCoreApplication::translate("bubblescope::TimelineFigure", "%1 ranks are missing: %2.")
              .arg(formatCount(qint64(ranks.size())));
    return text.arg(names.join(QStringLiteral(", ")));
}

} // namespace

struct TimelineFigure::Part {
    TimelinePanel panel;
    TracePtr trace;
    LevelOfDetail ownDetail; // if the workspace has none
    const LevelOfDetail* detail = nullptr;
    std::shared_ptr<const RunSummary> figures;
    WaitTable waits;
    StepReasonsPtr reasons;
    SpanColors colors;
    std::vector<AnchoredNote> notes;
    std::vector<QString> laneNames;
    QStringList longNotes; ///< "1: …", in full
    PathOverlay path;

    bool isEmpty() const { return !trace || panel.range.isEmpty(); }
};

TimelineFigure::TimelineFigure(const Palette& palette, const std::vector<TimelinePanel>& panels) : m_palette(palette)
{
    int numbered = 0;
    for (const TimelinePanel& panel : panels) {
        Part& part = m_parts.emplace_back();
        part.panel = panel;
        part.trace = panel.workspace->document.trace();
        if (!part.trace)
            continue;
        part.detail = panel.workspace->document.levelOfDetail();
        if (!part.detail) {
            part.ownDetail = LevelOfDetail(*part.trace, part.trace->timing());
            part.detail = &part.ownDetail;
        }
        part.figures = panel.workspace->figures.ofPart();
        part.laneNames = laneNames(*part.trace);
        part.notes = anchoredNotes(panel.workspace->document);
        std::erase_if(part.notes, [&panel](const AnchoredNote& anchored) {
            const TimeRange range = anchored.place.range;
            return range.end < panel.range.begin || range.begin > panel.range.end;
        });
        for (AnchoredNote& anchored : part.notes) {
            const QString text = toText(anchored.note.text).simplified();
            if (text.size() <= longestNoteInBand)
                continue;
            ++numbered;
            part.longNotes << tr("%1: %2").arg(QString::number(numbered), text);
            anchored.note.text
                = tr("%1: %2").arg(QString::number(numbered), text.left(longestNoteInBand - 1) + QChar(0x2026)).toStdString();
        }
        if (panel.showsCriticalPath)
            part.path = PathOverlay::of(*panel.workspace);
        part.waits
            = WaitTable(*part.trace, panel.workspace->figures.waiting(), panel.workspace->figures.lost());
        part.reasons = panel.workspace->diagnosis.reasons();
        part.colors = SpanColors(m_palette, panel.colorBy, *part.trace, panel.workspace->document.differences());
    }
}

TimelineFigure::~TimelineFigure() = default;

TimelineLayout TimelineFigure::fitted(const Part& part, double height, double mostRowHeight)
{
    TimelineLayout::Options options = part.panel.options;
    options.pinned.clear(); // they are visible anyway
    options.thin.clear();
    const double step = part.trace->tracks().size() > manyTracks ? 6 : 2;
    TimelineLayout layout;
    for (int folds = 0; folds < 3; ++folds) {
        for (const RankInfo& rank : part.trace->ranks()) {
            if (folds == 1)
                options.collapsedRanks.insert(rank.rank);
            else if (folds == 2)
                options.collapsedStages.insert(rank.stage);
        }
        options.rowHeight = TimelineLayout::minimumRowHeight;
        layout = TimelineLayout(*part.trace, options);
        if (layout.contentHeight() > height)
            continue;
        for (options.rowHeight += step; options.rowHeight <= mostRowHeight; options.rowHeight += step) {
            TimelineLayout taller(*part.trace, options);
            if (taller.contentHeight() > height)
                break;
            layout = std::move(taller);
        }
        break;
    }
    return layout;
}

double TimelineFigure::contentHeight(const Part& part, double most) const
{
    return part.isEmpty() ? 0 : fitted(part, most, normalRow).contentHeight();
}

double TimelineFigure::naturalHeight(double, double most) const
{
    double height = 0;
    for (const Part& part : m_parts) {
        const double around
            = TimelineGeometry::rulerHeight + noteBandHeight(part.notes.size()) + (part.panel.caption.isEmpty() ? 0 : captionHeight) + airBetween;
        height += around + contentHeight(part, most / double(m_parts.size()) - around);
    }
    return std::max(60.0, height - airBetween);
}

void TimelineFigure::paint(QPainter& painter, const QRectF& area, int columnsPerPixel)
{
    const auto count = double(m_parts.size());
    const double height = std::floor((area.height() - (count - 1) * airBetween) / count);
    double y = area.top();
    for (Part& part : m_parts) {
        paintPart(painter, part, QRectF(area.left(), y, area.width(), height), columnsPerPixel);
        y += height + airBetween;
    }
}

void TimelineFigure::paintPart(QPainter& painter, Part& part, const QRectF& area, int columnsPerPixel)
{
    painter.save();
    painter.translate(area.topLeft());
    double top = 0;
    if (!part.panel.caption.isEmpty()) {
        QFont font;
        font.setPixelSize(11);
        painter.setFont(font);
        painter.setPen(m_palette.text);
        painter.drawText(QRectF(0, 0, area.width(), captionHeight), Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(part.panel.caption, Qt::ElideMiddle, int(area.width())));
        top = captionHeight;
    }
    if (part.isEmpty()) {
        painter.restore();
        return;
    }
    painter.translate(0, top);
    const int band = noteBandHeight(part.notes.size());
    const int ruler = TimelineGeometry::rulerHeight + band;
    const TimelineLayout layout = fitted(part, area.height() - top - ruler, tallestRow);
    const double content = std::min(layout.contentHeight(), area.height() - top - ruler);

    TimelineHeaders headers;
    headers.trace = part.trace.get();
    headers.detail = part.detail;
    headers.figures = part.figures.get();
    headers.layout = &layout;
    CounterPainter counters(*part.trace);
    headers.counters = &counters;
    headers.laneNames = &part.laneNames;
    headers.palette = &m_palette;
    headers.range = part.panel.range;
    const TimeWindow& shown = part.panel.workspace->window;
    const bool showsMore = headers.range.duration() / 2 > shown.visibleRange().duration();
    headers.origin = showsMore ? 0 : shown.origin(); // of a whole run, a step's clock would say little
    headers.hasTimes = part.panel.workspace->document.run()->kind != Run::Kind::Plan;
    headers.isPicture = true;
    headers.alike = &part.panel.options.alike;
    headers.openedAlike = &part.panel.options.openedAlike;
    const auto areClosed = [](const auto& groups) {
        return !groups.empty()
            && std::all_of(groups.begin(), groups.end(), [](const auto& group) { return group.isCollapsed; });
    };
    if (areClosed(layout.stages()))
        headers.corner = tr("busy ranks");
    else if (areClosed(layout.blocks()))
        headers.corner = tr("busy share");
    const double widest = std::min<double>(TimelineGeometry::headerWidth, area.width() * 0.3);
    const double shares = area.width() < 600 ? 0 : 44;
    const int header = int(std::min(neededHeaderWidth(headers) + shares, widest));
    const int width = std::max(1, int(area.width()) - header);
    headers.geometry.header = QRect(0, ruler, header, int(std::ceil(content)));
    headers.geometry.ruler = QRect(header, 0, width, TimelineGeometry::rulerHeight);
    headers.geometry.notes = QRect(header, TimelineGeometry::rulerHeight, width, band);
    headers.geometry.spans = QRect(header, ruler, width, int(std::ceil(content)));

    SpanScene scene;
    scene.trace = part.trace.get();
    scene.timing = &part.trace->timing();
    scene.detail = part.detail;
    scene.waits = &part.waits;
    scene.reasons = part.reasons.get();
    scene.colors = &part.colors;
    scene.palette = &m_palette;
    scene.range = part.panel.range;
    scene.origin = headers.origin;
    VectorRows(scene, layout, QRectF(header, ruler, width, content), columnsPerPixel).paint(painter);
    for (const TimelineRow& row : layout.rows()) {
        const QRectF box(header, headers.geometry.yOf(row), width, row.height);
        if (row.kind == TimelineRow::Kind::Counter && box.top() < ruler + content)
            counters.paint(painter, row.counter, box, TimeScale(scene.range, header, width), m_palette);
    }
    if (!part.path.isEmpty()) {
        const QRectF spans(headers.geometry.spans);
        const OverlayFrame frame {
            spans, QRectF(headers.geometry.ruler), TimeScale(scene.range, header, width), &m_palette};
        part.path.paint(painter, frame, layout, headers.geometry);
    }
    paintTrackTree(painter, headers);
    paintRuler(painter, headers);
    if (!part.notes.empty()) {
        const NoteFrame frame {
            headers.geometry, TimeScale(part.panel.range, header, width), &m_palette, part.trace.get(), &layout};
        paintNoteBand(painter, frame, part.notes.size());
        paintNotes(painter, frame, placeNotes(frame, part.notes));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_palette.border);
    painter.drawRect(QRectF(0.5, 0.5, header + width - 1, ruler + content - 1));
    painter.restore();
}

QStringList TimelineFigure::footnotes() const
{
    QStringList notes;
    for (const Part& part : m_parts) {
        notes << timelineNotices(*part.panel.workspace, part.panel.range, part.panel.options);
        if (const Run* run = part.panel.workspace->document.run(); run && !run->missingRanks.empty())
            notes << missingRanksText(run->missingRanks);
    }
    notes.removeDuplicates();
    for (const Part& part : m_parts)
        notes << part.longNotes;
    return notes;
}

std::vector<Legend::Entry> TimelineFigure::legend() const
{
    std::vector<Legend::Entry> entries;
    for (const Part& part : m_parts) {
        if (part.isEmpty())
            continue;
        const Workspace& workspace = *part.panel.workspace;
        const Run& run = *workspace.document.run();
        std::vector<Legend::Entry> own = timelineLegend(run,
            {part.panel.colorBy, &m_palette, workspace.document.differences() != nullptr, part.waits,
                workspace.figures.ofRun().get(), part.panel.range,
                drawnCategories(*run.trace, *part.detail, part.panel.range)});
        if (!part.path.isEmpty())
            own.insert(own.begin(), PathOverlay::legendEntry(workspace, m_palette));
        for (Legend::Entry& entry : own) {
            const bool isKnown = std::any_of(entries.begin(), entries.end(),
                [&entry](const Legend::Entry& known) { return known.text == entry.text; });
            if (!isKnown)
                entries.push_back(std::move(entry));
        }
    }
    return entries;
}

} // namespace bubblescope
