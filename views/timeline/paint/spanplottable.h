// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "boxlabel.h"
#include "counterpainter.h"
#include "customplot.h"
#include "labelpainter.h"
#include "spanraster.h"

namespace bubblescope {

struct RowContent;

/// The rows of a timeline as one plottable: rasterised into an image that is reused until something changes. Draws
/// background, grid and spans; headers, ruler and everything that follows the mouse are drawn by the plot.
class SpanPlottable : public QCPAbstractPlottable {
    Q_OBJECT
public:
    SpanPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    /// What to draw; the pointers must stay valid until the next call. A null trace draws nothing. `differences` as in
    /// SpanColors.
    void setRun(const Trace* trace, const LevelOfDetail* detail, const WaitTable* waits, const TimelineLayout* layout,
        std::shared_ptr<const std::vector<float>> differences);
    /// `edgesDifferences`: these are shown below other colours.
    void setAppearance(const Palette& palette, ColorBy colorBy, bool edgesDifferences);
    void setView(TimeRange range, double scroll, TimeNs origin);
    /// Why ranks have no work; null if not known (yet).
    void setReasons(std::shared_ptr<const StepReasons> reasons);
    /// Dims all spans except these (sorted ids); null turns that off.
    void setMatches(const std::vector<uint32_t>* matches);
    void setEmphasizedName(StringId name);
    void setSelection(int rank, int stage);
    /// Area of the rows in the plot's widget, in logical pixels.
    void setArea(const QRect& area);
    /// The rows as last drawn, without frame; null before that.
    const QImage& image() const { return m_visible; }
    const CounterPainter& counters() const { return m_counters; }
    /// Makes the next draw rasterise again.
    void invalidate() { m_isStale = true; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(
        bool& foundRange, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& inKeyRange = QCPRange()) const override;

protected:
    // The plot moves clip rectangles up by one pixel.
    QRect clipRect() const override { return m_area.adjusted(0, 0, 0, 1); }
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    void rasterise(QSize size, double ratio);
    void makeColors();
    void makeGround(int width);
    void paintRows(SpanRaster& raster, int areaTop, double scale);
    void paintPinned(SpanRaster& raster, double scale);
    void paintLabels(const SpanScene& scene, const SpanRaster& raster, size_t first);
    void paintContent(
        SpanRaster& raster, const TimelineRow& row, const RowContent& content, int y, int height, double ratio);
    void copyLine(const std::vector<QRgb>& line, int y, int height);

    const Trace* m_trace = nullptr;
    CounterPainter m_counters;
    const LevelOfDetail* m_detail = nullptr;
    const WaitTable* m_waits = nullptr;
    const TimelineLayout* m_layout = nullptr;
    Palette m_palette;
    ColorBy m_colorBy = ColorBy::Category;
    bool m_edgesDifferences = false;
    std::shared_ptr<const std::vector<float>> m_differences;
    std::shared_ptr<const StepReasons> m_reasons;
    SpanColors m_colors;
    QRect m_area;
    TimeRange m_range;
    double m_scroll = 0;
    TimeNs m_origin = 0;
    const std::vector<uint32_t>* m_matches = nullptr;
    StringId m_emphasizedName;
    int m_selectedRank = -1;
    int m_selectedStage = -1;
    bool m_isStale = true;
    double m_ratio = 0;
    QImage m_image;   // with margins above and below, so that rows at the edge need no clipping
    QImage m_visible; // the part between the margins
    std::vector<QRgb> m_groundLine;
    std::vector<QRgb> m_selectedLine;
    std::vector<QRgb> m_modelledLine; // for lanes below measured ones
    LabelPainter m_labelPainter;
    LabelPainter m_tightPainter;
    LabelPainter m_thinPainter;
};

} // namespace bubblescope
