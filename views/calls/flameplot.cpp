// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flameplot.h"

#include "callkind.h"
#include "calltext.h"
#include "countedtext.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

namespace {
constexpr double narrowestLabel = 28; // px, with some letters
constexpr double dimmed = 0.75;       // towards the ground

/// Of kinds of host calls; work of devices has the colour of its category.
QColor colorOfKind(CallKind kind, const Palette& colors)
{
    switch (kind) {
    case CallKind::Python:
        return mixed(colors.surface, colors.stageColor(0), 0.55);
    case CallKind::Module:
        return colors.stageColor(2);
    case CallKind::Runtime:
        return colors.stageColor(3);
    case CallKind::Other:
        return colors.stageColor(1);
    case CallKind::Device:
        break;
    }
    return colors.color(Category::Other);
}
} // namespace

FlamePlot::FlamePlot(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Calls as flames"));
}

int FlamePlot::rowHeight() const { return fontMetrics().height() + 4; }

void FlamePlot::setTree(std::shared_ptr<const CallTree> tree)
{
    m_tree = std::move(tree);
    m_top = 0;
    m_current = 0;
    m_isFound.clear();
    layOut();
}

void FlamePlot::setOf(FlameLayout::Of of)
{
    m_of = of;
    m_top = 0;
    layOut();
}

void FlamePlot::setColors(const Palette& colors)
{
    m_colors = colors;
    update();
}

void FlamePlot::setSearched(const QString& part)
{
    m_searched = part;
    m_isFound.clear();
    update();
}

void FlamePlot::setTop(uint32_t node)
{
    m_top = node;
    layOut();
}

void FlamePlot::layOut()
{
    m_layout = m_tree ? FlameLayout(*m_tree, m_of, m_top, width()) : FlameLayout();
    setMinimumHeight(m_layout.rows * rowHeight() + 1);
    update();
    emit layoutChanged();
}

QRectF FlamePlot::rectOf(const FlameLayout::Box& box) const
{
    return {box.left, double(box.row * rowHeight()), box.right - box.left, double(rowHeight())};
}

QRectF FlamePlot::boxOf(uint32_t node) const
{
    const FlameLayout::Box* box = m_layout.of(node);
    return box ? rectOf(*box) : QRectF();
}

QColor FlamePlot::colorOf(const FlameLayout::Box& box) const
{
    const CallTree::Node& call = m_tree->nodes()[box.node];
    const CallKind kind = callKind(*m_tree, box.node);
    const QColor color = box.node == 0 ? m_colors.header
        : kind == CallKind::Device     ? m_colors.color(call.category)
                                       : colorOfKind(kind, m_colors);
    return color;
}

void FlamePlot::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_colors.surface);
    if (!m_tree)
        return;
    m_isFound.resize(m_tree->nodes().size(), -1);
    for (const FlameLayout::Box& box : m_layout.boxes) {
        const QRectF rect = rectOf(box);
        if (rect.bottom() < event->rect().top() || rect.top() > event->rect().bottom())
            continue;
        bool isDim = false;
        if (!m_searched.isEmpty()) {
            signed char& isFound = m_isFound[box.node];
            if (isFound < 0)
                isFound = callName(*m_tree, box.node).contains(m_searched, Qt::CaseInsensitive);
            isDim = !isFound;
        }
        QColor color = box.count > 1 ? m_colors.grid : colorOf(box);
        if (isDim)
            color = mixed(color, m_colors.surface, dimmed);
        // A line of ground between neighbours, where there is room for it.
        painter.fillRect(rect.width() > 3 ? rect.adjusted(0, 0, -1, -1) : rect.adjusted(0, 0, 0, -1), color);
        if (box.node == m_current && box.count == 1 && m_current != 0) {
            painter.setPen(m_colors.text);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -1.5));
        }
        if (rect.width() >= narrowestLabel && box.count == 1) {
            const QRectF room = rect.adjusted(3, 0, -3, -1);
            painter.setPen(isDim ? m_colors.mutedText : textOn(color));
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                fontMetrics().elidedText(callName(*m_tree, box.node), Qt::ElideRight, int(room.width())));
        }
    }
}

void FlamePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

const FlameLayout::Box* FlamePlot::boxAt(QPointF place) const
{
    return m_tree && place.y() >= 0 ? m_layout.at(place.x(), int(place.y()) / rowHeight()) : nullptr;
}

void FlamePlot::choose(uint32_t node)
{
    m_current = node;
    update();
    setAccessibleDescription(node == 0 ? QString() : callSentence(*m_tree, node));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    emit chosen(node);
}

void FlamePlot::mousePressEvent(QMouseEvent* event)
{
    const FlameLayout::Box* box = boxAt(event->position());
    if (event->button() == Qt::LeftButton && box)
        choose(box->node);
}

void FlamePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const FlameLayout::Box* box = boxAt(event->position());
    if (event->button() == Qt::LeftButton && box)
        setTop(box->node);
}

/// To the caller, to the widest inside, or to a neighbour in the row.
void FlamePlot::move(int key)
{
    const FlameLayout::Box* box = m_layout.of(m_current);
    if (!box || m_current == 0)
        box = m_layout.boxes.empty() ? nullptr : &m_layout.boxes.front();
    if (!box)
        return;
    if (key == Qt::Key_Up)
        return choose(box->row > 0 ? m_tree->nodes()[box->node].parent : box->node);
    const auto index = size_t(box - m_layout.boxes.data());
    if (key == Qt::Key_Down) {
        const FlameLayout::Box* widest = nullptr;
        for (const FlameLayout::Box& other : m_layout.boxes) {
            const bool isInside = other.row == box->row + 1 && m_tree->nodes()[other.node].parent == box->node;
            if (isInside && (!widest || other.right - other.left > widest->right - widest->left))
                widest = &other;
        }
        return widest ? choose(widest->node) : void();
    }
    const size_t next = key == Qt::Key_Left ? index - 1 : index + 1; // wraps to what is no box
    if (next < m_layout.boxes.size() && m_layout.boxes[next].row == box->row)
        choose(m_layout.boxes[next].node);
}

void FlamePlot::keyPressEvent(QKeyEvent* event)
{
    if (!m_tree)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return move(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (flameTime(m_tree->nodes()[m_current], m_of) > 0) // else nothing fills the width
            setTop(m_current);
        return;
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        if (m_top != 0)
            return setTop(m_tree->nodes()[m_top].parent);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

bool FlamePlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const FlameLayout::Box* box = boxAt(help->pos());
    if (!box)
        QToolTip::hideText();
    else if (box->count > 1)
        QToolTip::showText(help->globalPos(),
            tr("%1, the longest: %2")
                .arg(countedText(qint64(box->count), tr("1 narrow call"), tr("%1 narrow calls")),
                    callSentence(*m_tree, box->node)),
            this);
    else
        QToolTip::showText(help->globalPos(), callSentence(*m_tree, box->node), this);
    return true;
}

} // namespace bubblescope
