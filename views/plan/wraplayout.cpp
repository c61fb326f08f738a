// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "wraplayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {
constexpr int gapBetweenItems = 6;
constexpr int gapBetweenLines = 3;
} // namespace

WrapLayout::WrapLayout(QWidget* parent) : QLayout(parent) { }

WrapLayout::~WrapLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void WrapLayout::addItem(QLayoutItem* item) { m_items.push_back(item); }

QLayoutItem* WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)] : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int WrapLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

QSize WrapLayout::sizeHint() const { return minimumSize(); }

int WrapLayout::lineWidth() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            width += (width > 0 ? gapBetweenItems : 0) + item->sizeHint().width();
    }
    return width + contentsMargins().left() + contentsMargins().right();
}

/// Of the widest item: all others can go below it.
QSize WrapLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void WrapLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int WrapLayout::arrange(const QRect& rect, bool isPlacing) const
{
    const QMargins margins = contentsMargins();
    const QRect area = rect.marginsRemoved(margins);
    const bool isMirrored = parentWidget() && parentWidget()->layoutDirection() == Qt::RightToLeft;
    int x = area.x();
    int y = area.y();
    int lineHeight = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> line;
    // Items of a line stand on one middle: a button may be higher than a field.
    const auto placeLine = [&] {
        for (const auto& [item, place] : line) {
            const QRect centred = place.translated(0, (lineHeight - place.height()) / 2);
            if (isPlacing)
                item->setGeometry(QStyle::visualRect(isMirrored ? Qt::RightToLeft : Qt::LeftToRight, area, centred));
        }
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize wanted = item->sizeHint().boundedTo({std::max(area.width(), item->minimumSize().width()), 1 << 20});
        if (x > area.x() && x + wanted.width() > area.x() + area.width()) {
            placeLine();
            x = area.x();
            y += lineHeight + gapBetweenLines;
            lineHeight = 0;
        }
        line.emplace_back(item, QRect(QPoint(x, y), wanted));
        x += wanted.width() + gapBetweenItems;
        lineHeight = std::max(lineHeight, wanted.height());
    }
    placeLine();
    return y + lineHeight - rect.y() + margins.bottom();
}

} // namespace bubblescope
