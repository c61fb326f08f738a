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
    const double ratio = painter->device()->devicePixelRatioF();
    // Fusion lets the slider's frame extend a pixel beyond it, and draws the arrows over that.
    const QRect slider = subControlRect(control, bar, SC_ScrollBarSlider, widget).adjusted(-1, -1, 1, 1) & bar->rect;
    const Look look {bar->rect.size(), slider.size(), ratio, bar->palette.cacheKey(), bar->state, bar->subControls,
        bar->activeSubControls};
    if (!(look == m_look)) {
        const auto picture = [&](SubControls parts) {
            QPixmap pixmap(look.size * ratio);
            pixmap.setDevicePixelRatio(ratio);
            pixmap.fill(Qt::transparent);
            QStyleOptionSlider option(*bar);
            option.subControls = bar->subControls & parts;
            option.rect.moveTo(0, 0);
            QPainter onto(&pixmap);
            QProxyStyle::drawComplexControl(control, &option, &onto, widget);
            return pixmap;
        };
        m_look = look;
        m_groove = picture(SC_ScrollBarGroove);
        m_arrows = picture(SC_ScrollBarAddLine | SC_ScrollBarSubLine);
        const QRect place = slider.translated(-bar->rect.topLeft());
        m_slider = picture(SC_ScrollBarSlider).copy(QRect(place.topLeft() * ratio, place.size() * ratio));
    }
    painter->drawPixmap(bar->rect.topLeft(), m_groove);
    painter->drawPixmap(slider.topLeft(), m_slider);
    painter->drawPixmap(bar->rect.topLeft(), m_arrows);
}

} // namespace bubblescope
