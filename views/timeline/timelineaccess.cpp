// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineaccess.h"

#include "formatting.h"
#include "spantext.h"
#include "spokentimeline.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <unordered_map>

namespace bubblescope {

namespace {

constexpr int TrackColumn = SpokenTimeline::TrackColumn;
constexpr int SpanColumn = SpokenTimeline::SpanColumn;
constexpr int BeginColumn = SpokenTimeline::BeginColumn;
constexpr int columnTotal = SpokenTimeline::columnTotal;

class TimelineAccess;

/// A cell of the table. Looks up its content when queried: positions stay while spans come and go.
class TimelineCell final : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    TimelineCell(TimelineAccess& table, int row, int column) : m_table(table), m_row(row), m_column(column) { }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override;
    QAccessible::Role role() const override
    {
        return m_column == TrackColumn ? QAccessible::RowHeader : QAccessible::Cell;
    }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    bool isSelected() const override;
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    TimelineAccess& m_table;
    int m_row;
    int m_column;
};

class TimelineAccess final : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    TimelineAccess(QWidget* canvas, const SpokenTimeline& spoken)
        : QAccessibleWidget(canvas, QAccessible::Table), m_spoken(spoken)
    {
    }
    ~TimelineAccess() override
    {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    const QWidget& canvas() const { return *widget(); }
    const TimelineScene& scene() const { return m_spoken.scene(); }
    Workspace& workspace() const { return scene().workspace(); }
    /// The span of a line; invalid if there are fewer lines.
    SpanId spanAt(int row) const
    {
        const std::vector<SpanId> spans = m_spoken.spansInSight();
        return row >= 0 && size_t(row) < spans.size() ? spans[size_t(row)] : SpanId();
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return rowCount() * columnTotal; }
    QAccessibleInterface* child(int index) const override
    {
        return index < 0 ? nullptr : cellAt(index / columnTotal, index % columnTotal);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* cell = dynamic_cast<const TimelineCell*>(child);
        return cell && cell->parent() == this ? cell->rowIndex() * columnTotal + cell->columnIndex() : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const SpanId span = scene().spanAtPoint(canvas().mapFromGlobal(QPoint(x, y)));
        return span.isValid() ? cellAt(rowOf(span), SpanColumn) : nullptr;
    }
    QAccessibleInterface* focusChild() const override { return cellAt(selectedRow(), SpanColumn); }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        if (row < 0 || column < 0 || column >= columnTotal || row >= rowCount())
            return nullptr;
        const auto [cell, isNew] = m_cells.try_emplace(row * columnTotal + column);
        if (isNew) {
            auto& self = const_cast<TimelineAccess&>(*this);
            cell->second = QAccessible::registerAccessibleInterface(new TimelineCell(self, row, column));
        }
        return QAccessible::accessibleInterface(cell->second);
    }
    int selectedCellCount() const override { return selectedRow() < 0 ? 0 : int(columnTotal); }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        QList<QAccessibleInterface*> cells;
        for (int column = 0; selectedRow() >= 0 && column < columnTotal; ++column)
            cells.append(cellAt(selectedRow(), column));
        return cells;
    }
    QString columnDescription(int column) const override
    {
        static constexpr const char* names[columnTotal]
            = {QT_TRANSLATE_NOOP("TimelineAccess", "track"), QT_TRANSLATE_NOOP("TimelineAccess", "span"),
                QT_TRANSLATE_NOOP("TimelineAccess", "begin"), QT_TRANSLATE_NOOP("TimelineAccess", "duration")};
        return column >= 0 && column < columnTotal ? tr(names[column]) : QString();
    }
    QString rowDescription(int row) const override
    {
        const QAccessibleInterface* track = cellAt(row, TrackColumn);
        return track ? track->text(QAccessible::Name) : QString();
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return selectedRow() < 0 ? 0 : 1; }
    int columnCount() const override { return columnTotal; }
    int rowCount() const override { return int(m_spoken.spansInSight().size()); }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override
    {
        const int row = selectedRow();
        return row < 0 ? QList<int>() : QList<int> {row};
    }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int row) const override { return row >= 0 && row == selectedRow(); }
    bool selectRow(int row) override
    {
        const SpanId span = spanAt(row);
        if (span.isValid())
            workspace().selection.setSpan(span);
        return span.isValid();
    }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int row) override
    {
        if (!isRowSelected(row))
            return false;
        workspace().selection.setSpan(SpanId());
        return true;
    }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { } // nothing is cached

private:
    int rowOf(SpanId span) const
    {
        const std::vector<SpanId> spans = m_spoken.spansInSight();
        const auto found = std::find(spans.begin(), spans.end(), span);
        return found == spans.end() ? -1 : int(found - spans.begin());
    }
    int selectedRow() const
    {
        const SpanId span = workspace().selection.span();
        const TracePtr trace = workspace().document.trace();
        return trace && span.value < trace->spanCount() ? rowOf(drawnSpan(*trace, span)) : -1;
    }

    const SpokenTimeline& m_spoken;
    mutable std::unordered_map<int, QAccessible::Id> m_cells;
};

bool TimelineCell::isValid() const { return m_table.isValid() && m_table.spanAt(m_row).isValid(); }

QAccessibleInterface* TimelineCell::parent() const { return &m_table; }

QString TimelineCell::text(QAccessible::Text kind) const
{
    const SpanId span = m_table.spanAt(m_row);
    const Run* run = m_table.workspace().document.run();
    if (!span.isValid() || !run)
        return {};
    const Trace& trace = *run->trace;
    if (kind == QAccessible::Description && m_column == SpanColumn) {
        QStringList words;
        for (const auto& [label, value] :
            spanFacts(*run, m_table.scene().waits(), span, m_table.workspace().diagnosis.reasons().get(),
                m_table.workspace().window.origin()))
            words << label + QLatin1Char(' ') + value;
        return words.join(QStringLiteral(", "));
    }
    if (kind != QAccessible::Name)
        return {};
    switch (m_column) {
    case TrackColumn: {
        const Track& track = trace.track(trace.track(span));
        const QString lane = toText(trace.trackName(trace.track(span)));
        return track.rank < 0 ? lane : rankText(track.rank) + QLatin1Char(' ') + lane;
    }
    case SpanColumn:
        return trace.microbatch(span) < 0
            ? spanTitle(trace, span)
            : QCoreApplication::translate("bubblescope", "%1, microbatch %2").arg(spanTitle(trace, span)).arg(trace.microbatch(span));
    case BeginColumn:
        return formatMoment(
            trace.begin(span) - m_table.workspace().window.origin(), trace.duration(span));
    default:
        return formatDuration(double(trace.duration(span)));
    }
}

QRect TimelineCell::rect() const
{
    const QRectF box = m_table.scene().rectOf(m_table.spanAt(m_row));
    return box.isNull() ? QRect() : QRect(m_table.canvas().mapToGlobal(box.topLeft().toPoint()), box.size().toSize());
}

QAccessible::State TimelineCell::state() const
{
    QAccessible::State state;
    state.selectable = true;
    state.focusable = true;
    state.selected = isSelected();
    state.focused = state.selected && m_column == SpanColumn && m_table.canvas().hasFocus();
    state.invalid = !isValid();
    return state;
}

bool TimelineCell::isSelected() const { return m_table.isRowSelected(m_row); }

QList<QAccessibleInterface*> TimelineCell::rowHeaderCells() const
{
    QAccessibleInterface* header = m_column == TrackColumn ? nullptr : m_table.cellAt(m_row, TrackColumn);
    return header ? QList<QAccessibleInterface*> {header} : QList<QAccessibleInterface*>();
}

/// The widget on which a timeline is drawn is the one that owns its spoken one.
QAccessibleInterface* accessOf(const QString&, QObject* object)
{
    auto* canvas = qobject_cast<QWidget*>(object);
    const auto* spoken
        = canvas ? canvas->findChild<SpokenTimeline*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
    return spoken ? new TimelineAccess(canvas, *spoken) : nullptr;
}

} // namespace

void installTimelineAccess()
{
    QAccessible::installFactory(&accessOf); // Qt adds each factory only once
}

} // namespace bubblescope
