// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangboard.h"

#include <QHeaderView>
#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int cellWidth = 30;
constexpr int cellHeight = 24;
constexpr size_t mostBlamed = 4; // that arrows lead to

class HangCellDelegate : public QStyledItemDelegate {
public:
    HangCellDelegate(const Palette& colors, QObject* parent) : QStyledItemDelegate(parent), m_colors(colors) { }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto state = static_cast<HangState>(index.data(HangBoardModel::stateRole).toInt());
        painter->fillRect(option.rect, m_colors.surface);
        if (state != HangState::NoMember) {
            const QRect cell = option.rect.adjusted(1, 1, -1, -1);
            painter->fillRect(cell, hangStateBrush(state, m_colors));
            const bool isStrong = state == HangState::Missing || state == HangState::Stuck;
            QFont font = option.font;
            font.setBold(isStrong);
            painter->setFont(font);
            painter->setPen(isStrong ? textOn(m_colors.finding) : m_colors.text);
            painter->drawText(cell, Qt::AlignCenter, index.data().toString());
        }
        if (option.state & QStyle::State_Selected) {
            painter->setPen(QPen(m_colors.accent, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
        }
    }

private:
    Palette m_colors;
};

/// Leaves out the operation, then the middle of the group's name: groups differ in beginning and number. The style
/// sheet keeps a header from eliding anything.
class GroupHeader : public QHeaderView {
public:
    explicit GroupHeader(QWidget* parent) : QHeaderView(Qt::Vertical, parent) { setSectionsClickable(true); }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override
    {
        QHeaderView::initStyleOptionForIndex(option, logicalIndex);
        constexpr int padding = 14;
        const int room = viewport()->width() - padding;
        if (option->fontMetrics.horizontalAdvance(option->text) <= room)
            return;
        const QString group = model()->headerData(logicalIndex, Qt::Vertical, HangBoardModel::groupRole).toString();
        option->text = option->fontMetrics.elidedText(group, Qt::ElideMiddle, room);
    }
};

} // namespace

QBrush hangStateBrush(HangState state, const Palette& colors)
{
    switch (state) {
    case HangState::NoMember:
        return colors.surface;
    case HangState::Done:
        return colors.header;
    case HangState::Waiting:
        return colors.waiting;
    case HangState::Missing:
    case HangState::Stuck:
        return colors.finding;
    case HangState::Different:
    case HangState::Absent:
        return colors.warningSurface;
    }
    return colors.surface;
}

HangBoard::HangBoard(HangBoardModel& model, QWidget* parent) : QTableView(parent), m_model(model)
{
    setModel(&model);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setDefaultSectionSize(cellWidth);
    horizontalHeader()->setMinimumSectionSize(cellWidth);
    setVerticalHeader(new GroupHeader(this));
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(cellHeight);
    verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setAccessibleName(tr("Groups by ranks"));
}

void HangBoard::setColors(const Palette& colors)
{
    m_colors = colors;
    delete itemDelegate();
    setItemDelegate(new HangCellDelegate(colors, this));
    viewport()->update();
}

/// Long names of groups leave most of the width to the ranks; their tool tips are whole.
void HangBoard::resizeEvent(QResizeEvent* event)
{
    constexpr int leastForNames = 140;
    verticalHeader()->setMaximumWidth(std::max(leastForNames, width() * 2 / 5));
    QTableView::resizeEvent(event);
    // What it was made current for was out of sight until there was room.
    if (currentIndex().isValid())
        scrollTo(currentIndex(), QAbstractItemView::PositionAtCenter);
}

void HangBoard::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
    if (current.isValid())
        emit cellChosen(current.row(), current.column());
}

void HangBoard::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return;
    std::vector<int> blamed = m_model.blamedColumns(current.row());
    if (blamed.size() > mostBlamed)
        blamed.resize(mostBlamed);
    const int first = std::max(columnAt(0), 0);
    const int last = columnAt(viewport()->width() - 1) < 0 ? m_model.columnCount() - 1 : columnAt(viewport()->width() - 1);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_colors.accent, 1.2));
    painter.setBrush(m_colors.accent);
    const double bottom = rowViewportPosition(current.row()) + cellHeight - 3.0;
    const auto centre = [this](int column) { return columnViewportPosition(column) + cellWidth / 2.0; };
    for (int column = first; column <= last; ++column) {
        if (m_model.state(current.row(), column) != HangState::Waiting)
            continue;
        for (const int target : blamed) {
            const QPointF from(centre(column), bottom);
            const QPointF to(centre(target), bottom);
            QPainterPath arc(from);
            arc.quadTo((from + to) / 2 + QPointF(0, std::min(16.0, 6 + std::abs(to.x() - from.x()) / 12)), to);
            painter.setBrush(Qt::NoBrush);
            painter.drawPath(arc);
            painter.setBrush(m_colors.accent);
            painter.drawPolygon(QPolygonF({to + QPointF(0, -1), to + QPointF(-3, 5), to + QPointF(3, 5)}));
        }
    }
}

} // namespace bubblescope
