// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QProxyStyle>

namespace bubblescope {

/// Draws a scroll bar like Fusion, but caches the pictures of its slider and of the rest: gradients as tall as the
/// window would take a large part of a frame's time, since they are filled by threads that must be waited for. For a
/// single widget.
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
