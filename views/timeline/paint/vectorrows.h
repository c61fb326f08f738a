// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "boxlabel.h"
#include "rowcontents.h"

#include <QRectF>

class QPainter;

namespace bubblescope {

/// The rows of a timeline as rectangles, lines and texts, for scaled or printed pictures: at most one rectangle per
/// row and column (plus a foot for columns with several spans). If too many rows are so dense that hardly any
/// column equals its neighbour, those become a bitmap below the texts, so that the file stays small however long
/// the run.
class VectorRows {
public:
    static constexpr size_t mostDenseRows = 64;

    /// `area` is where the content of the layout is drawn, aligned at the top; `columnsPerPixel` is the resolution.
    VectorRows(const SpanScene& scene, const TimelineLayout& layout, const QRectF& area, int columnsPerPixel);

    void paint(QPainter& painter);
    /// Whether the last paint() used a bitmap.
    bool hasBitmap() const { return m_hasBitmap; }
    size_t rectangleCount() const { return m_rectangleCount; }

private:
    struct Box {
        QRectF rect;
        QRgb color;
    };
    struct PaintedRow {
        QRectF rect;
        std::vector<Box> boxes;      ///< next to each other
        std::vector<QRectF> bubbles; ///< those with a pattern
        std::vector<QRectF> waiting;
        QPointF patternOrigin;    ///< of bubbles and waiting, as in pixels
        std::vector<Box> insides; ///< drawn on top: feet, and the insides of hollow boxes
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
