// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QProxyStyle>

namespace bubblescope {

/// Draws a scroll bar as Fusion does, but keeps the picture of its groove: a gradient of the window's height costs more
/// than many a frame of the timeline has left, and is filled by threads that have to be waited for. For one widget.
class ScrollBarStyle : public QProxyStyle {
    Q_OBJECT
public:
    ScrollBarStyle();
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;

private:
    struct Look {
        QSize size;
        double ratio = 0;
        qint64 palette = 0;
        State state;
        SubControls parts;
        bool operator==(const Look&) const = default;
    };
    mutable Look m_look;
    mutable QPixmap m_groove;
};

} // namespace bubblescope
