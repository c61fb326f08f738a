// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scrollbarstyle.h"

#include <QPainter>
#include <QStyleOptionSlider>

namespace bubblescope {

ScrollBarStyle::ScrollBarStyle() : QProxyStyle(QStringLiteral("fusion")) { }

void ScrollBarStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar || bar->rect.isEmpty()) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    QStyleOptionSlider part(*bar);
    part.subControls = bar->subControls & SC_ScrollBarGroove;
    const Look look {bar->rect.size(), painter->device()->devicePixelRatioF(), bar->palette.cacheKey(), bar->state,
        part.subControls};
    if (!(look == m_look)) {
        m_look = look;
        m_groove = QPixmap(look.size * look.ratio);
        m_groove.setDevicePixelRatio(look.ratio);
        m_groove.fill(Qt::transparent);
        part.rect.moveTo(0, 0);
        QPainter onto(&m_groove);
        QProxyStyle::drawComplexControl(control, &part, &onto, widget);
    }
    painter->drawPixmap(bar->rect.topLeft(), m_groove);
    part.rect = bar->rect;
    part.subControls = bar->subControls & ~SubControls(SC_ScrollBarGroove);
    QProxyStyle::drawComplexControl(control, &part, painter, widget);
}

} // namespace bubblescope
