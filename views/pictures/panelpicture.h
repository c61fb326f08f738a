// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "picture.h"

namespace bubblescope {

/// The plot of a view around the timeline, as a picture. The painter must be a QCPPainter.
class PanelPicture : public PictureContent {
public:
    PanelPicture(std::unique_ptr<PanelView> view, const Palette& palette);

    bool isEmpty() const { return m_view->illustration().plot == nullptr; }
    QString summary() const { return m_view->illustration().summary; }
    std::vector<Legend::Entry> legend() const;
    double naturalHeight(double width, double most) const override;
    void paint(QPainter& painter, const QRectF& area, int columnsPerPixel) override;

private:
    std::unique_ptr<PanelView> m_view;
    Palette m_palette;
};

} // namespace bubblescope
