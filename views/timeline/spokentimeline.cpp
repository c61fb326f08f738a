// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spokentimeline.h"

#include "countedtext.h"
#include "counterpainter.h"
#include "formatting.h"
#include "spantext.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QAccessible>
#include <QWidget>

#include <algorithm>

namespace bubblescope {

SpokenTimeline::SpokenTimeline(const TimelineScene& scene, QWidget& canvas)
    : QObject(&canvas), m_scene(scene), m_canvas(canvas)
{
}

void SpokenTimeline::describe() const { m_canvas.setAccessibleDescription(description()); }

QString SpokenTimeline::description() const
{
    const Workspace& workspace = m_scene.workspace();
    const TracePtr& trace = m_scene.trace();
    if (!trace)
        return tr("No run is open.");
    const TimeNs zero = workspace.window.origin();
    const TimeRange shown = workspace.window.visibleRange();
    QStringList words;
    words << tr("%1, %2, showing %3.")
                 .arg(countedText(qint64(trace->ranks().size()), tr("1 rank"), tr("%1 ranks")),
                     countedText(trace->spanCount(), tr("1 span"), tr("%1 spans")),
                     formatRange({shown.begin - zero, shown.end - zero}));
    const SpanId span = workspace.selection.span();
    if (span.value < trace->spanCount() && workspace.document.run()) {
        words << tr("Selected: %1.").arg(spanTitle(*trace, span));
        for (const auto& [label, value] :
            spanFacts(*workspace.document.run(), m_scene.waits(), span, workspace.diagnosis.reasons().get(), zero))
            words << label + QLatin1Char(' ') + value + QLatin1Char('.');
    }
    const TimelineGeometry g = m_scene.geometryOfParts();
    const auto [first, last] = m_scene.rows().layout().rowsBetween(m_scene.rows().scrollOffset(), g.contentY(g.spans.bottom()));
    QStringList lines;
    for (uint32_t i = first; i < last && lines.size() < 40; ++i) {
        const TimelineRow& row = m_scene.rows().layout().rows()[i];
        if (row.kind == TimelineRow::Kind::Counter)
            lines << rankText(row.rank) + QLatin1Char(' ')
                    + counterName(*trace, trace->counters().series[row.counter]);
        else if (row.kind == TimelineRow::Kind::Others)
            lines << rankText(row.rank) + QLatin1Char(' ')
                    + (row.fold == TimelineRow::Fold::Open ? tr("fewer lanes") : tr("%1 more lanes").arg(row.others));
        else if (!row.hasSpans())
            lines << stageText(row.stage);
        else
            lines << rankText(row.rank) + QLatin1Char(' ') + toText(trace->trackName(row.track));
    }
    words << tr("Visible: %1.").arg(lines.join(QStringLiteral(", ")));
    return words.join(QLatin1Char(' '));
}

const std::vector<SpanId>& SpokenTimeline::spansInSight() const
{
    constexpr size_t mostRows = 64;
    constexpr size_t mostOfRow = 64;
    const Workspace& workspace = m_scene.workspace();
    const TracePtr& trace = m_scene.trace();
    const TimelineGeometry g = m_scene.geometryOfParts();
    const Sight sight {trace.get(), workspace.window.visibleRange(), m_scene.rows().scrollOffset(), g.spans.size()};
    if (sight == m_sight)
        return m_inSight;
    m_sight = sight;
    m_inSight.clear();
    const auto [firstRow, lastRow] = m_scene.rows().layout().rowsBetween(m_scene.rows().scrollOffset(), g.contentY(g.spans.bottom()));
    size_t rows = 0;
    for (uint32_t i = firstRow; trace && i < lastRow && rows < mostRows; ++i) {
        const TimelineRow& row = m_scene.rows().layout().rows()[i];
        if (!row.hasSpans())
            continue;
        ++rows;
        const auto [first, last] = visibleSpans(*trace, trace->timing(), row.row, sight.range);
        if (last - first <= mostOfRow) {
            for (uint32_t span = first; span < last; ++span)
                m_inSight.emplace_back(span);
            continue;
        }
        std::vector<LodCell> cells(mostOfRow);
        m_scene.detail()->columns(row.row, sight.range, cells);
        SpanId previous;
        for (const LodCell& cell : cells) {
            if (cell.longest.isValid() && cell.longest != previous)
                m_inSight.push_back(cell.longest);
            previous = cell.longest;
        }
    }
    return m_inSight;
}

void SpokenTimeline::announceSelection() const
{
    describe();
    if (!QAccessible::isActive())
        return;
    const Workspace& workspace = m_scene.workspace();
    const TracePtr& trace = m_scene.trace();
    const SpanId selected = workspace.selection.span();
    const bool isSpan = trace && selected.value < trace->spanCount();
    const auto& spans = spansInSight();
    const auto place = std::find(spans.begin(), spans.end(), isSpan ? drawnSpan(*trace, selected) : SpanId());
    if (place == spans.end())
        return;
    QAccessibleEvent event(&m_canvas, QAccessible::Focus);
    event.setChild(int(place - spans.begin()) * columnTotal + SpanColumn);
    QAccessible::updateAccessibility(&event);
}

void SpokenTimeline::announceSight() const
{
    if (!QAccessible::isActive())
        return;
    describe();
    QAccessibleTableModelChangeEvent event(&m_canvas, QAccessibleTableModelChangeEvent::ModelReset);
    QAccessible::updateAccessibility(&event);
}

} // namespace bubblescope
