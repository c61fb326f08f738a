// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanplottable.h"

#include "rowcontents.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

constexpr double margin = TimelineLayout::maximumRowHeight + 8;

} // namespace

SpanPlottable::SpanPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis), m_palette(Palette::light())
{
    setSelectable(QCP::stNone);
    setAntialiased(false);
}

void SpanPlottable::setRun(const Trace* trace, const LevelOfDetail* detail, const WaitTable* waits,
    const TimelineLayout* layout, std::shared_ptr<const std::vector<float>> differences)
{
    const bool isOther = trace != m_trace || differences != m_differences;
    m_trace = trace;
    m_differences = std::move(differences);
    m_detail = detail;
    m_waits = waits;
    m_layout = layout;
    if (isOther) {
        m_counters = m_trace ? CounterPainter(*m_trace) : CounterPainter();
        makeColors();
    }
    invalidate();
}

void SpanPlottable::setReasons(std::shared_ptr<const StepReasons> reasons)
{
    if (m_reasons != reasons)
        invalidate();
    m_reasons = std::move(reasons);
}

void SpanPlottable::setAppearance(const Palette& palette, ColorBy colorBy, bool edgesDifferences)
{
    m_palette = palette;
    m_colorBy = colorBy;
    m_edgesDifferences = edgesDifferences;
    makeColors();
    invalidate();
}

void SpanPlottable::makeColors()
{
    if (!m_trace)
        return;
    m_colors = SpanColors(m_palette, m_colorBy, *m_trace, m_differences);
    m_colors.setEdges(m_edgesDifferences);
}

void SpanPlottable::setView(TimeRange range, double scroll, TimeNs origin)
{
    if (range == m_range && scroll == m_scroll && origin == m_origin)
        return;
    m_origin = origin;
    m_range = range;
    m_scroll = scroll;
    invalidate();
}

void SpanPlottable::setArea(const QRect& area) { m_area = area; }

void SpanPlottable::setMatches(const std::vector<uint32_t>* matches)
{
    m_matches = matches;
    invalidate();
}

void SpanPlottable::setEmphasizedName(StringId name)
{
    if (name == m_emphasizedName)
        return;
    m_emphasizedName = name;
    invalidate();
}

void SpanPlottable::setSelection(int rank, int stage)
{
    if (rank == m_selectedRank && stage == m_selectedStage)
        return;
    m_selectedRank = rank;
    m_selectedStage = stage;
    invalidate();
}

double SpanPlottable::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange SpanPlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const
{
    foundRange = m_trace != nullptr;
    return m_trace ? QCPRange(double(m_trace->range().begin), double(m_trace->range().end)) : QCPRange();
}

QCPRange SpanPlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const
{
    foundRange = m_layout != nullptr;
    return m_layout ? QCPRange(0, m_layout->contentHeight()) : QCPRange();
}

void SpanPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect, m_palette.color(Category::Forward));
}

void SpanPlottable::draw(QCPPainter* painter)
{
    if (!m_trace || !m_detail || !m_layout || m_range.isEmpty())
        return;
    const QRect area = m_area;
    const double ratio = painter->device()->devicePixelRatioF();
    const QSize size(int(std::ceil(area.width() * ratio)), int(std::ceil(area.height() * ratio)));
    if (size.isEmpty())
        return;
    if (m_isStale || size != m_visible.size() || ratio != m_ratio)
        rasterise(size, ratio);
    // On the screen, the plot draws the image itself, bypassing the plot's buffers; exports need it here.
    if (painter->modes() & (QCPPainter::pmNoCaching | QCPPainter::pmVectorized))
        painter->drawImage(area.topLeft(), m_visible);
}

void SpanPlottable::rasterise(QSize size, double ratio)
{
    const int marginPixels = int(std::ceil(margin * ratio));
    const QSize padded(size.width(), size.height() + 2 * marginPixels);
    m_visible = QImage(); // a view of the other image: must not outlive it, and would force a copy on writing
    if (m_image.size() != padded)
        m_image = QImage(padded, QImage::Format_RGB32);
    m_ratio = ratio;
    const int scale = std::max(1, int(std::lround(ratio)));
    const auto setFont = [ratio](LabelPainter& painter, int pixels) {
        QFont font;
        font.setPixelSize(std::max(6, int(std::lround(pixels * ratio))));
        painter.setFont(font);
    };
    setFont(m_labelPainter, BoxLabel::normalPixels);
    setFont(m_tightPainter, BoxLabel::tightPixels);
    setFont(m_thinPainter, BoxLabel::thinPixels);

    const int pinned = int(std::lround(m_layout->pinnedHeight()));
    const int areaTop = pinned > 0 ? pinned + 4 : 0;
    makeGround(size.width());
    SpanScene scene;
    scene.trace = m_trace;
    scene.timing = &m_trace->timing();
    scene.detail = m_detail;
    scene.waits = m_waits;
    scene.colors = &m_colors;
    scene.palette = &m_palette;
    scene.reasons = m_reasons.get();
    scene.range = m_range;
    scene.matches = m_matches;
    scene.emphasizedName = m_emphasizedName;
    SpanRaster raster(scene, m_image, 0, size.width(), scale);
    paintRows(raster, areaTop, ratio);
    paintLabels(scene, raster, 0);

    const int sticky = m_layout->stickyStage(m_scroll);
    if (sticky >= 0 && !m_layout->stages()[size_t(sticky)].isCollapsed) {
        const double top = areaTop + m_layout->stickyOffset(m_scroll);
        const std::vector<QRgb> band(size_t(size.width()), m_palette.header.rgb());
        copyLine(
            band, int(std::lround(top * ratio)) + marginPixels, int(std::lround(m_layout->headerHeight() * ratio)));
    }
    if (pinned > 0) {
        copyLine(m_groundLine, 0, marginPixels + int(std::lround(pinned * ratio)));
        const std::vector<QRgb> separator(size_t(size.width()), m_palette.border.rgb());
        copyLine(separator, marginPixels + int(std::lround(pinned * ratio)), int(std::lround(4 * ratio)));
        const size_t labelled = raster.labels().size();
        paintPinned(raster, ratio);
        paintLabels(scene, raster, labelled);
    }
    m_visible = QImage(m_image.constBits() + qsizetype(marginPixels) * m_image.bytesPerLine(), size.width(),
        size.height(), m_image.bytesPerLine(), QImage::Format_RGB32);
    m_visible.setDevicePixelRatio(ratio);
    m_isStale = false;
}

void SpanPlottable::copyLine(const std::vector<QRgb>& line, int y, int height)
{
    const int first = std::max(0, y);
    const int last = std::min(m_image.height(), y + height);
    for (int i = first; i < last; ++i)
        std::memcpy(m_image.scanLine(i), line.data(), line.size() * sizeof(QRgb));
}

void SpanPlottable::makeGround(int width)
{
    m_groundLine.assign(size_t(width), m_palette.surface.rgb());
    m_selectedLine.assign(size_t(width), mixed(m_palette.surface, m_palette.accent, 0.09).rgb());
    m_modelledLine.assign(size_t(width), mixed(m_palette.surface, m_palette.accent, 0.18).rgb());
    const TimeScale scale(m_range, 0, width);
    const auto mark = [&](TimeNs time, QRgb color, int thickness) {
        const int x = int(std::lround(scale.x(time)));
        for (int i = std::max(0, x); i < std::min(width, x + thickness); ++i)
            m_groundLine[size_t(i)] = m_selectedLine[size_t(i)] = m_modelledLine[size_t(i)] = color;
    };
    for (const GroundMark& line : groundMarks(*m_trace, scale, m_ratio, m_origin)) {
        mark(line.time, (line.isStep ? m_palette.border : m_palette.grid).rgb(),
            std::max(1, int(std::lround((line.isStep ? 1.5 : 1) * m_ratio))));
    }
}

void SpanPlottable::paintRows(SpanRaster& raster, int areaTop, double ratio)
{
    const int offset = int(std::ceil(margin * ratio));
    const double bottom = m_scroll + (m_image.height() - 2 * offset) / ratio - areaTop;
    const auto [first, last] = m_layout->rowsBetween(m_scroll, bottom);
    const auto pixelY = [&](double y) { return int(std::lround((areaTop + y - m_scroll) * ratio)) + offset; };
    // Lanes cover all their lines but the first, from which they take their background.
    int covered = 0;
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout->rows()[i];
        if (row.kind != TimelineRow::Kind::Lane
            || !raster.holds(pixelY(row.top), pixelY(row.bottom()) - pixelY(row.top)))
            continue;
        copyLine(m_groundLine, covered, pixelY(row.top) + 1 - covered);
        covered = pixelY(row.bottom());
    }
    copyLine(m_groundLine, covered, m_image.height() - covered);
    for (const RankBlock& block : m_layout->blocks()) {
        if (block.rank == m_selectedRank && m_selectedRank >= 0 && block.bottom > block.top)
            copyLine(m_selectedLine, pixelY(block.top - 2), int(std::lround((block.bottom - block.top - 3) * ratio)));
    }
    RowContents contents(*m_trace, *m_layout, m_palette, {first, last});
    contents.setSelectedStage(m_selectedStage);
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout->rows()[i];
        const int y = pixelY(row.top);
        const int height = pixelY(row.bottom()) - y;
        if (row.kind == TimelineRow::Kind::Counter) {
            QPainter painter(&m_image);
            m_counters.paint(painter, row.counter, QRectF(0, y, m_image.width(), height),
                TimeScale(m_range, 0, m_image.width()), m_palette);
        } else {
            paintContent(raster, row, contents.of(i), y, height, ratio);
        }
    }
}

void SpanPlottable::paintContent(
    SpanRaster& raster, const TimelineRow& row, const RowContent& content, int y, int height, double ratio)
{
    if (content.ground.isValid())
        copyLine(std::vector<QRgb>(size_t(m_image.width()), content.ground.rgb()), y, height);
    if (!content.bars.empty()) {
        const int inset = int(std::lround(content.barInset * ratio));
        raster.paintUtilisation(content.bars, y + inset, height - 2 * inset,
            std::max(1, int(std::lround(content.barWidth * ratio))), content.barRanks);
    }
    if (content.isModelled)
        copyLine(m_modelledLine, y, height);
    if (content.isLane)
        raster.paintLane(row.row, y, height, content.showsBubbles, row.isMain, content.wantsLabels);
}

void SpanPlottable::paintPinned(SpanRaster& raster, double ratio)
{
    const int offset = int(std::ceil(margin * ratio));
    RowContents contents(*m_trace, *m_layout, m_palette, {0, 0});
    for (const TimelineRow& row : m_layout->pinnedRows()) {
        const int y = int(std::lround(row.top * ratio)) + offset;
        paintContent(raster, row, contents.ofPinned(row), y, int(std::lround(row.height * ratio)), ratio);
    }
}

void SpanPlottable::paintLabels(const SpanScene& scene, const SpanRaster& raster, size_t first)
{
    for (size_t i = first; i < raster.labels().size(); ++i) {
        const LabelBox& box = raster.labels()[i];
        const BoxLabel label = boxLabel(scene, box, m_ratio);
        const int pixels = labelPixels(box, box.span.isValid() ? m_labelPainter.widthOf(label.text) : 0, m_ratio);
        LabelPainter& painter = pixels == BoxLabel::normalPixels ? m_labelPainter
            : pixels == BoxLabel::tightPixels                    ? m_tightPainter
                                                                 : m_thinPainter;
        const int air = int(std::lround(label.air * m_ratio));
        painter.draw(m_image, box.x + air, box.y, box.width - 2 * air, box.height, label.text, label.color);
    }
}

} // namespace bubblescope
