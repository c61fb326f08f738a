// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flameplot.h"

#include "countedtext.h"
#include "legend.h"

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
constexpr double betweenEntries = 12; // of the legend
constexpr double afterSwatch = 4;

QString kindText(CallKind kind)
{
    switch (kind) {
    case CallKind::Python:
        return FlamePlot::tr("Python");
    case CallKind::Module:
        return FlamePlot::tr("modules");
    case CallKind::Runtime:
        return FlamePlot::tr("runtime calls");
    case CallKind::Other:
    case CallKind::Device:
        break;
    }
    return FlamePlot::tr("operators and ranges");
}
} // namespace

QColor FlamePlot::kindColor(CallKind kind, const Palette& colors)
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
    m_names.reset();
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
    m_names.reset();
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
    m_kinds.clear();
    for (const CallKind kind : {CallKind::Python, CallKind::Module, CallKind::Other, CallKind::Runtime}) {
        if (std::any_of(m_layout.boxes.begin(), m_layout.boxes.end(), [&](const FlameLayout::Box& box) {
                return box.node != 0 && box.count == 1 && callKind(*m_tree, box.node) == kind;
            }))
            m_kinds.push_back(kind);
    }
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
                                       : kindColor(kind, m_colors);
    return color;
}

void FlamePlot::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_colors.surface);
    if (!m_tree)
        return;
    if (!m_searched.isEmpty() && !m_names)
        m_names.emplace(*m_tree, m_searched);
    const double legend = legendWidth();
    for (const FlameLayout::Box& box : m_layout.boxes) {
        const QRectF rect = rectOf(box);
        if (rect.bottom() < event->rect().top() || rect.top() > event->rect().bottom())
            continue;
        const bool isDim = m_names && !m_names->matches(box.node);
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
            const QRectF room = rect.adjusted(3, 0, box.row == 0 ? -3 - legend : -3, -1);
            painter.setPen(isDim ? m_colors.mutedText : textOn(color));
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                fontMetrics().elidedText(callName(*m_tree, box.node), Qt::ElideRight, int(room.width())));
        }
    }
    if (legend > 0 && event->rect().top() <= rowHeight())
        paintLegend(painter);
}

double FlamePlot::legendWidth() const
{
    double wide = 0;
    for (const CallKind kind : m_kinds)
        wide += betweenEntries + legendSwatchWidth(Legend::Pattern::Solid) + afterSwatch
            + fontMetrics().horizontalAdvance(kindText(kind));
    return wide <= 0.75 * width() ? wide : 0;
}

/// At the right end of the first row, which says least.
void FlamePlot::paintLegend(QPainter& painter) const
{
    double x = width() - legendWidth();
    const double height = rowHeight() - 1;
    painter.fillRect(QRectF(x, 0, legendWidth(), height), m_colors.header);
    painter.setPen(m_colors.text);
    for (const CallKind kind : m_kinds) {
        x += betweenEntries / 2;
        const double side = legendSwatchWidth(Legend::Pattern::Solid);
        painter.fillRect(QRectF(x, (height - side) / 2, side, side), kindColor(kind, m_colors));
        x += side + afterSwatch;
        const double wide = fontMetrics().horizontalAdvance(kindText(kind));
        painter.drawText(QRectF(x, 0, wide + 1, height), Qt::AlignVCenter | Qt::AlignLeft, kindText(kind));
        x += wide + betweenEntries / 2;
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
