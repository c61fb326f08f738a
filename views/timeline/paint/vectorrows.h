// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "boxlabel.h"
#include "rowcontents.h"

#include <QRectF>

class QPainter;

namespace bubblescope {

/// The rows of a timeline as rectangles, lines and texts, for pictures that are scaled or printed: at most one
/// rectangle per row and column (and a foot where a column stands for many spans). Where more rows are so dense that
/// hardly a column is like its neighbour, those become a bitmap below the texts, so that a file stays small however
/// long the run.
class VectorRows {
public:
    static constexpr size_t mostDenseRows = 64;

    /// `area` is where the content of the layout is drawn, its top line at the area's; `columnsPerPixel` is how finely.
    VectorRows(const SpanScene& scene, const TimelineLayout& layout, const QRectF& area, int columnsPerPixel);

    void paint(QPainter& painter);
    /// Of the last paint().
    bool hasBitmap() const { return m_hasBitmap; }
    size_t rectangleCount() const { return m_rectangleCount; }

private:
    struct Box {
        QRectF rect;
        QRgb color;
    };
    struct PaintedRow {
        QRectF rect;
        std::vector<Box> boxes;      ///< beside each other
        std::vector<QRectF> bubbles; ///< those of them with a pattern
        std::vector<QRectF> waiting;
        std::vector<Box> insides; ///< over them: feet, and the insides of hollow ones
        bool isDense = false;
    };
    void addLane(PaintedRow& to, const LaneStrip& lane, int lines) const;
    void addBars(PaintedRow& to, const BarStrip& bars, double top, int lines) const;
    void addRows();
    void paintRows(QPainter& painter, bool dense);
    void paintDenseRows(QPainter& painter);
    void paintGround(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    double x(int column) const { return m_area.left() + double(column) / m_columnsPerPixel; }

    const SpanScene& m_scene;
    const TimelineLayout& m_layout;
    QRectF m_area;
    int m_columnsPerPixel;
    LaneComposer m_composer;
    std::vector<PaintedRow> m_rows;
    std::vector<std::pair<QRectF, QColor>> m_headers;
    bool m_hasBitmap = false;
    size_t m_rectangleCount = 0;
};

} // namespace bubblescope
