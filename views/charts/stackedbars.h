// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"

#include <vector>

namespace bubblescope {

/// One bar, from bottom to top.
struct StackedBar {
    struct Part {
        double ns = 0;
        QColor color;
        QString name; ///< drawn inside if it fits; may be empty
    };
    QString name;      ///< below the axis
    QString shortName; ///< used if the names do not fit; may be empty
    QString toolTip;
    QString caption; ///< above the bar if it fits; of a few bars also above the tallest, of marked ones always
    std::vector<Part> parts;
};

/// A line between or through bars, and the name of the zone to its right.
struct BarZone {
    double begin = -0.5; ///< on the axis, where bar i spans i - 0.5 .. i + 0.5
    double end = 0.5;
    QString name;
};

/// What the bars show.
struct BarPicture {
    std::vector<StackedBar> bars;
    std::vector<BarZone> zones;
    std::vector<int> selected;
    int hovered = -1;
    Palette colors = Palette::light();
};

/// Draws the bars; a single plottable, since a QCPBars per layer would mean one item per bar and colour.
class StackedBars : public QCPAbstractPlottable {
public:
    static constexpr double edge = 0.65; ///< margin next to the outer bars

    /// The picture must outlive the axes.
    StackedBars(QCPAxis* names, QCPAxis* times, const BarPicture& picture);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    void drawSelection(QCPPainter* painter, const QRect& area) const;
    /// `keepsCaption`: though it is wider than the bar's room.
    void drawBar(QCPPainter* painter, int index, bool keepsCaption) const;
    void drawInside(QCPPainter* painter, const QRect& rect, const QString& name, const QColor& ground) const;
    void drawBoundaries(QCPPainter* painter, const QRect& area) const;
    void drawZoneNames(QCPPainter* painter, const QRect& area) const;

    const BarPicture& m_picture;
};

} // namespace bubblescope
