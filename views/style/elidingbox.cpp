// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "elidingbox.h"

#include <QHelpEvent>
#include <QStylePainter>
#include <QToolTip>

namespace bubblescope {

QString ElidingBox::wholeText() const { return currentIndex() < 0 ? placeholderText() : currentText().trimmed(); } // entries may be indented

QString ElidingBox::shownText() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    constexpr int air = 2; // the style draws that far from the edges of the field
    return fontMetrics().elidedText(wholeText(), Qt::ElideRight, field.width() - air);
}

bool ElidingBox::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shownText() != wholeText()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), wholeText(), this);
        return true;
    }
    return QComboBox::event(event);
}

void ElidingBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    if (currentIndex() < 0)
        option.palette.setBrush(QPalette::ButtonText, option.palette.brush(QPalette::PlaceholderText));
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace bubblescope
