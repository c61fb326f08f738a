// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanplottable.h"

#include "interleavedtrace.h"
#include "spantext.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

constexpr double margin = TimelineLayout::maximumRowHeight + 8;
constexpr double tickDistance = 90;
constexpr size_t sampledRanks = 160; // of all collapsed stages in sight, so that a frame stays a frame

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
        m_tracksOfRank.clear();
        m_counters = m_trace ? CounterPainter(*m_trace) : CounterPainter();
        if (m_trace)
            m_colors = SpanColors(m_palette, m_colorBy, *m_trace, m_differences);
        for (uint32_t i = 0; m_trace && i < m_trace->tracks().size(); ++i)
            m_tracksOfRank[m_trace->tracks()[i].rank].emplace_back(i);
    }
    invalidate();
}

void SpanPlottable::setAppearance(const Palette& palette, ColorBy colorBy)
{
    m_palette = palette;
    m_colorBy = colorBy;
    if (m_trace)
        m_colors = SpanColors(palette, colorBy, *m_trace, m_differences);
    invalidate();
}

void SpanPlottable::setView(TimeRange range, double scroll)
{
    if (range == m_range && scroll == m_scroll)
        return;
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
    // On the screen the plot blits the image itself, past the plot's buffers; exports ask for everything.
    if (painter->modes() & (QCPPainter::pmNoCaching | QCPPainter::pmVectorized))
        painter->drawImage(area.topLeft(), m_visible);
}

void SpanPlottable::rasterise(QSize size, double ratio)
{
    const int marginPixels = int(std::ceil(margin * ratio));
    const QSize padded(size.width(), size.height() + 2 * marginPixels);
    m_visible = QImage(); // a view of the other one: never outlives it, and keeps it from being written
    if (m_image.size() != padded)
        m_image = QImage(padded, QImage::Format_RGB32);
    m_ratio = ratio;
    const int scale = std::max(1, int(std::lround(ratio)));
    QFont font;
    font.setPixelSize(std::max(6, int(std::lround(11 * ratio))));
    m_labelPainter.setFont(font);
    font.setPixelSize(std::max(6, int(std::lround(10 * ratio))));
    m_gapPainter.setFont(font);
    font.setPixelSize(std::max(6, int(std::lround(9 * ratio))));
    m_smallPainter.setFont(font);

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
    scene.range = m_range;
    scene.matches = m_matches;
    scene.emphasizedName = m_emphasizedName;
    SpanRaster raster(scene, m_image, 0, size.width(), scale);
    paintRows(raster, areaTop, ratio);
    paintLabels(raster, 0);

    const int sticky = m_layout->stickyStage(m_scroll);
    if (sticky >= 0 && !m_layout->stages()[size_t(sticky)].isCollapsed) {
        const double top = areaTop + m_layout->stickyOffset(m_scroll);
        const std::vector<QRgb> band(size_t(size.width()), m_palette.header.rgb());
        copyLine(
            band, int(std::lround(top * ratio)) + marginPixels, int(std::lround(TimelineLayout::stageHeight * ratio)));
    }
    if (pinned > 0) {
        copyLine(m_groundLine, 0, marginPixels + int(std::lround(pinned * ratio)));
        const std::vector<QRgb> separator(size_t(size.width()), m_palette.border.rgb());
        copyLine(separator, marginPixels + int(std::lround(pinned * ratio)), int(std::lround(4 * ratio)));
        const size_t labelled = raster.labels().size();
        paintPinned(raster, ratio);
        paintLabels(raster, labelled);
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
    for (const TimeNs time : TimeTicks::of(scale, tickDistance * m_ratio).times)
        mark(time, m_palette.grid.rgb(), std::max(1, int(std::lround(m_ratio))));
    // Where steps begin; not where there are more than can be told apart.
    const auto steps = m_trace->steps();
    const auto first = std::partition_point(
        steps.begin(), steps.end(), [this](const Step& step) { return step.range.begin < m_range.begin; });
    const auto last
        = std::partition_point(first, steps.end(), [this](const Step& step) { return step.range.begin < m_range.end; });
    if (steps.size() > 1 && last - first < width / (20 * m_ratio)) {
        for (auto step = first; step != last; ++step)
            mark(step->range.begin, m_palette.border.rgb(), std::max(1, int(std::lround(1.5 * m_ratio))));
    }
}

void SpanPlottable::paintRows(SpanRaster& raster, int areaTop, double ratio)
{
    const int offset = int(std::ceil(margin * ratio));
    const double bottom = m_scroll + (m_image.height() - 2 * offset) / ratio - areaTop;
    const auto [first, last] = m_layout->rowsBetween(m_scroll, bottom);
    const auto pixelY = [&](double y) { return int(std::lround((areaTop + y - m_scroll) * ratio)) + offset; };
    // Lanes cover all their lines but the first, which they take their ground from.
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
    size_t collapsedStages = 0;
    for (uint32_t i = first; i < last; ++i)
        collapsedStages += m_layout->rows()[i].kind == TimelineRow::Kind::Stage ? 1 : 0;
    const size_t most = std::max<size_t>(2, sampledRanks / std::max<size_t>(1, collapsedStages));

    RowId zonesOf;
    std::vector<TimeRange> zones;
    const std::vector<TimeRange> noZones;
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout->rows()[i];
        const int y = pixelY(row.top);
        const int height = pixelY(row.bottom()) - y;
        const RankBlock& rank = m_layout->blocks()[row.block];
        switch (row.kind) {
        case TimelineRow::Kind::Stage: {
            const QColor ground = row.stage == m_selectedStage && row.stage >= 0
                ? mixed(m_palette.header, m_palette.accent, 0.16)
                : m_palette.header;
            copyLine(std::vector<QRgb>(size_t(m_image.width()), ground.rgb()), y, height);
            const bool isCollapsed = row.height > TimelineLayout::stageHeight
                || (i + 1 < m_layout->rows().size() && m_layout->rows()[i + 1].kind == TimelineRow::Kind::Stage);
            if (isCollapsed) {
                const int inset = int(std::lround(2 * ratio));
                raster.paintUtilisation(
                    computeRowsOf(row, most), y + inset, height - 2 * inset, int(std::lround(3 * ratio)));
            }
            break;
        }
        case TimelineRow::Kind::Counter: {
            QPainter painter(&m_image);
            m_counters.paint(painter, row.counter, QRectF(0, y, m_image.width(), height),
                TimeScale(m_range, 0, m_image.width()), m_palette);
            break;
        }
        case TimelineRow::Kind::Alike:
            break; // the ground; what it stands for is said in the track tree
        case TimelineRow::Kind::CollapsedRank:
            raster.paintUtilisation({row.row}, y, height, 1);
            break;
        case TimelineRow::Kind::Lane: {
            const bool isSecond = row.track != rank.computeTrack && isModelled(*m_trace, row.track);
            const bool isCompute = row.row == rank.computeRow
                || (isSecond && m_trace->track(row.track).lane == Lane::Compute && m_trace->row(row.row).depth == 0);
            if (isCompute && zonesOf != row.row) {
                zones = bubbleZones(*m_trace, m_trace->timing(), row.row, m_range);
                zonesOf = row.row;
            }
            if (isSecond)
                copyLine(m_modelledLine, y, height);
            raster.paintLane(row.row, y, height, isCompute ? zones : noZones, row.isMain, height >= 12 * ratio);
            break;
        }
        }
    }
}

std::vector<RowId> SpanPlottable::computeRowsOf(const TimelineRow& stageRow, size_t most) const
{
    std::vector<RowId> rows;
    const auto& stages = m_layout->stages();
    const auto group = std::find_if(stages.begin(), stages.end(),
        [&stageRow](const StageGroup& candidate) { return candidate.stage == stageRow.stage; });
    if (group == stages.end())
        return rows;
    const size_t stride = std::max<size_t>(1, (group->blockCount + most - 1) / most);
    for (size_t i = group->firstBlock; i < group->firstBlock + group->blockCount; i += stride) {
        if (m_layout->blocks()[i].computeRow.isValid())
            rows.push_back(m_layout->blocks()[i].computeRow);
    }
    return rows;
}

void SpanPlottable::paintPinned(SpanRaster& raster, double ratio)
{
    const int offset = int(std::ceil(margin * ratio));
    for (const TimelineRow& row : m_layout->pinnedRows()) {
        const int y = int(std::lround(row.top * ratio)) + offset;
        const int height = int(std::lround(row.height * ratio));
        const bool isCompute = m_trace->track(row.track).lane == Lane::Compute;
        const auto zones
            = isCompute ? bubbleZones(*m_trace, m_trace->timing(), row.row, m_range) : std::vector<TimeRange>();
        raster.paintLane(row.row, y, height, zones, row.isMain, height >= 12 * ratio);
    }
}

void SpanPlottable::paintLabels(const SpanRaster& raster, size_t first)
{
    const int air = int(std::lround(2 * m_ratio));
    const QRgb gapColor = (m_palette.isDark ? QColor(0xC9, 0xB2, 0x84) : QColor(0x7A, 0x63, 0x33)).rgb();
    for (size_t i = first; i < raster.labels().size(); ++i) {
        const LabelBox& box = raster.labels()[i];
        if (box.span.isValid()) {
            const QString text = spanLabel(*m_trace, box.span);
            LabelPainter& fitting = m_labelPainter.widthOf(text) > box.width - 2 * air ? m_gapPainter : m_labelPainter;
            LabelPainter& painter = box.height < 15 * m_ratio ? m_smallPainter : fitting;
            painter.draw(m_image, box.x + air / 2, box.y, box.width - air, box.height, text, box.color);
        } else {
            m_gapPainter.draw(m_image, box.x + 4 * air, box.y, box.width - 8 * air, box.height,
                gapCause(*m_trace, *m_waits, m_tracksOfRank[m_trace->track(box.track).rank], box.gap), gapColor);
        }
    }
}

} // namespace bubblescope
