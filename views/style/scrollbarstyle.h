// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QProxyStyle>

namespace bubblescope {

/// Draws a scroll bar as Fusion does, but keeps the pictures of its slider and of the rest: gradients of the window's
/// height cost more than many a frame of the timeline has left, and are filled by threads that have to be waited for.
/// For one widget.
class ScrollBarStyle : public QProxyStyle {
    Q_OBJECT
public:
    ScrollBarStyle();
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;

private:
    struct Look {
        QSize size; ///< of the bar
        QSize slider;
        double ratio = 0;
        qint64 palette = 0;
        State state;
        SubControls parts;
        SubControls active;
        bool operator==(const Look&) const = default;
    };
    mutable Look m_look;
    mutable QPixmap m_groove;
    mutable QPixmap m_slider;
    mutable QPixmap m_arrows;
};

} // namespace bubblescope
