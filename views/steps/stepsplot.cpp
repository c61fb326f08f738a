// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepsplot.h"

#include "parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

constexpr int shadeCount = 256;

} // namespace

void StepsPicture::setColors(const Palette& palette)
{
    colors = palette;
    shades.clear();
    for (int i = 0; i < shadeCount; ++i) {
        const double share = double(i) / (shadeCount - 1);
        shades.push_back((isDeviation() ? palette.deviationColor(2 * share - 1) : palette.heatColor(share)).rgb());
    }
}

void StepsPicture::markRange(QCPPainter& painter, const QCPAxis& steps, const QRect& rect) const
{
    if (range.count == 0)
        return;
    const double left = std::max(steps.coordToPixel(double(range.first) - 0.5), double(rect.left()));
    const double right
        = std::min(steps.coordToPixel(double(range.first + range.count) - 0.5), double(rect.right() + 1));
    if (right < rect.left() || left > rect.right())
        return;
    painter.setAntialiasing(false);
    painter.fillRect(QRectF(left, rect.top(), right - left, rect.height()), colors.selection);
    for (const double edge : {left, right - 2})
        painter.fillRect(QRectF(edge, rect.top(), 2, rect.height()), colors.accent);
}

QRgb StepsPicture::shade(float value) const
{
    if (!std::isfinite(value) || shades.empty())
        return colors.panel.rgb();
    if (isDeviation() && std::abs(value) <= matrix->noise())
        return colors.deviationColor(0).rgb();
    const float share = (value - matrix->low()) / std::max(matrix->high() - matrix->low(), 1e-9f);
    return shades[static_cast<size_t>(std::clamp(share, 0.0f, 1.0f) * float(shadeCount - 1))];
}

StepMatrixCells::StepMatrixCells(QCPAxis* steps, QCPAxis* rows, const StepsPicture& picture)
    : QCPAbstractPlottable(steps, rows), m_picture(picture)
{
}

QCPRange StepMatrixCells::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = m_picture.matrix && m_picture.matrix->stepCount() > 0;
    return found ? QCPRange(-0.5, double(m_picture.matrix->stepCount()) - 0.5) : QCPRange();
}

QCPRange StepMatrixCells::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = m_picture.matrix && m_picture.matrix->rowCount() > 0;
    return found ? QCPRange(-0.5, double(m_picture.matrix->rowCount()) - 0.5) : QCPRange();
}

bool StepMatrixCells::Frame::isLike(const Frame& other) const
{
    constexpr double visible = 0.02; // of a pixel, over the whole width
    return matrix == other.matrix && shades == other.shades && ground == other.ground && size == other.size
        && qFuzzyCompare(ratio, other.ratio) && rows.lower == other.rows.lower && rows.upper == other.rows.upper
        && std::abs(stepsPerPixel / other.stepsPerPixel - 1) * size.width() < visible;
}

void StepMatrixCells::drawColumns(int from, int to)
{
    const StepMatrix& matrix = *m_frame.matrix;
    // Zoomed in, neighbours show the same steps.
    std::vector<PixelCells> ranges;
    std::vector<uint32_t> rangeOf; // by column; for none, one behind the last
    for (int x = from; x < to; ++x) {
        const double begin = double(m_firstColumn + x) * m_frame.stepsPerPixel;
        const PixelCells cells = cellsBetween(begin, begin + m_frame.stepsPerPixel, matrix.stepCount());
        if (cells.count > 0 && (ranges.empty() || cells != ranges.back()))
            ranges.push_back(cells);
        rangeOf.push_back(cells.count > 0 ? uint32_t(ranges.size() - 1) : std::numeric_limits<uint32_t>::max());
    }
    for (uint32_t& range : rangeOf)
        range = std::min(range, uint32_t(ranges.size()));
    const StepMatrix::StepRanges columns(matrix, ranges);
    const auto lines
        = cellsOfPixels(*mValueAxis, clipRect().top(), 1 / m_frame.ratio, m_frame.size.height(), matrix.rowCount());
    uchar* const bits = m_image.bits();
    const qsizetype bytesPerLine = m_image.bytesPerLine();
    const float outstanding = matrix.outstanding();
    const auto drawLines = [&](int first, int last) {
        std::vector<QRgb> shades; // of the ranges
        for (int y = first; y < last; ++y) {
            auto* const out = reinterpret_cast<QRgb*>(bits + y * bytesPerLine) + from;
            const PixelCells& line = lines[static_cast<size_t>(y)];
            if (y > first && line.count > 0 && line == lines[static_cast<size_t>(y) - 1]) {
                std::copy_n(reinterpret_cast<const QRgb*>(bits + (y - 1) * bytesPerLine) + from, rangeOf.size(), out);
                continue;
            }
            if (line.count == 0) {
                std::fill_n(out, rangeOf.size(), m_frame.ground);
                continue;
            }
            shades.clear();
            for (const StepMatrix::Block& block : matrix.blocks(line.first, line.count, columns))
                shades.push_back(
                    m_picture.shade(block.largest - block.mean > outstanding ? block.largest : block.mean));
            shades.push_back(m_frame.ground);
            for (size_t x = 0; x < rangeOf.size(); ++x)
                out[x] = shades[rangeOf[x]];
        }
    };
    constexpr size_t worthThreads = 100'000; // pixels
    const auto height = static_cast<size_t>(m_frame.size.height());
    const size_t pieces = height * rangeOf.size() < worthThreads ? 1 : 16;
    forEachParallel(pieces, threadCount(), [&](size_t piece) {
        const auto [first, last] = evenPiece(piece, pieces, height);
        drawLines(static_cast<int>(first), static_cast<int>(last));
    });
}

/// Lines between stages or hosts, where they are not mostly lines.
void StepMatrixCells::drawGroups(QCPPainter& painter) const
{
    constexpr double thinnest = 6; // px
    const QRect rect = clipRect();
    QColor line = m_picture.isDeviation() ? m_picture.colors.mutedText : QColor(Qt::white);
    line.setAlpha(200);
    for (size_t i = 1; i < m_picture.groups.size(); ++i) {
        const size_t rows = std::max(m_picture.groups[i - 1].rows, m_picture.groups[i].rows);
        const double y = std::round(mValueAxis->coordToPixel(double(m_picture.groups[i].first) - 0.5));
        if (double(rows) * pixelsPerCell(*mValueAxis) >= thinnest && y > rect.top() && y < rect.bottom())
            painter.fillRect(QRectF(rect.left(), y, rect.width(), 1), line);
    }
}

void StepMatrixCells::draw(QCPPainter* painter)
{
    if (!m_picture.matrix)
        return;
    const QRect rect = clipRect();
    const double ratio = mParentPlot->bufferDevicePixelRatio();
    const QSize size(static_cast<int>(rect.width() * ratio), static_cast<int>(rect.height() * ratio));
    if (size.isEmpty())
        return;
    // Columns of pixels lie on a grid of their own, so that a pan finds most of them drawn.
    Frame frame {m_picture.matrix, m_picture.shades, m_picture.colors.surface.rgb(), size, ratio,
        mKeyAxis->range().size() / size.width(), mValueAxis->range()};
    const bool isNew = !frame.isLike(m_frame);
    if (isNew) {
        m_image = QImage(size, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
        m_frame = std::move(frame);
    }
    const qint64 first = std::llround((mKeyAxis->range().lower + 0.5) / m_frame.stepsPerPixel);
    const qint64 moved = first - std::exchange(m_firstColumn, first);
    if (isNew) {
        drawColumns(0, size.width());
    } else if (moved != 0) {
        const int kept = size.width() - int(std::min<qint64>(std::abs(moved), size.width()));
        for (int y = 0; y < size.height() && kept > 0; ++y) {
            auto* const line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            std::memmove(moved > 0 ? line : line + size.width() - kept, moved > 0 ? line + size.width() - kept : line,
                size_t(kept) * sizeof(QRgb));
        }
        drawColumns(moved > 0 ? kept : 0, moved > 0 ? size.width() : size.width() - kept);
    }
    painter->drawImage(rect.topLeft(), m_image);
    drawGroups(*painter);
    m_picture.markRange(*painter, *mKeyAxis, rect);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(m_picture.colors.accent, 2));
    if (m_picture.row >= 0) {
        const double top = mValueAxis->coordToPixel(m_picture.row - 0.5);
        const double bottom = mValueAxis->coordToPixel(m_picture.row + 0.5);
        painter->drawRect(QRectF(
            QPointF(rect.left(), std::min(top, bottom)), QSizeF(rect.width(), std::max(std::abs(bottom - top), 2.0))));
    }
    if (m_picture.step >= 0) {
        const double left = mKeyAxis->coordToPixel(m_picture.step - 0.5);
        const double right = mKeyAxis->coordToPixel(m_picture.step + 0.5);
        painter->drawRect(QRectF(QPointF(left, rect.top()), QSizeF(std::max(right - left, 2.0), rect.height())));
    }
}

StepCurves::StepCurves(QCPAxis* steps, QCPAxis* values, const StepsPicture& picture)
    : QCPAbstractPlottable(steps, values), m_picture(picture)
{
}

QCPRange StepCurves::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = m_picture.matrix && !m_picture.matrix->curve().empty();
    return found ? QCPRange(-0.5, double(m_picture.matrix->curve().size()) - 0.5) : QCPRange();
}

QCPRange StepCurves::getValueRange(bool& found, QCP::SignDomain, const QCPRange& keys) const
{
    found = false;
    if (!m_picture.matrix || m_picture.matrix->curve().empty())
        return {};
    const std::vector<StepMatrix::StepCurve>& curve = m_picture.matrix->curve();
    const double last = double(curve.size()) - 1;
    const auto from = static_cast<size_t>(std::clamp(std::floor(keys.lower), 0.0, last));
    const auto to = static_cast<size_t>(std::clamp(std::ceil(keys.upper), 0.0, last));
    QCPRange range;
    range.lower = std::numeric_limits<double>::max(); // the constructor would swap them
    range.upper = std::numeric_limits<double>::lowest();
    for (size_t s = from; s <= to; ++s) {
        if (!std::isfinite(curve[s].worst))
            continue;
        range.lower = std::min(range.lower, double(curve[s].p5));
        range.upper = std::max(range.upper, double(curve[s].worst));
    }
    found = range.lower <= range.upper;
    return range;
}

void StepCurves::draw(QCPPainter* painter)
{
    if (!m_picture.matrix || m_picture.matrix->curve().empty())
        return;
    const std::vector<StepMatrix::StepCurve>& curve = m_picture.matrix->curve();
    const QRect rect = clipRect();
    const auto columns = cellsOfPixels(*mKeyAxis, rect.left(), 1, rect.width() + 1, curve.size());
    QPolygonF median;
    QPolygonF worst;
    QPolygonF upper;
    QPolygonF lower;
    for (size_t x = 0; x < columns.size(); ++x) {
        const PixelCells& column = columns[x];
        if (column.count == 0)
            continue;
        double sum = 0;
        size_t count = 0;
        float least = std::numeric_limits<float>::max();
        float most = std::numeric_limits<float>::lowest();
        float highest = most;
        for (size_t s = column.first; s < std::min(column.first + column.count, curve.size()); ++s) {
            if (!std::isfinite(curve[s].median))
                continue;
            sum += double(curve[s].median);
            ++count;
            least = std::min(least, curve[s].p5);
            most = std::max(most, curve[s].p95);
            highest = std::max(highest, curve[s].worst);
        }
        if (count == 0)
            continue;
        const double at = rect.left() + double(x);
        const auto point = [&](double value) { return QPointF(at, mValueAxis->coordToPixel(value)); };
        median.append(point(sum / double(count)));
        worst.append(point(double(highest)));
        upper.append(point(double(most)));
        lower.prepend(point(double(least)));
    }
    // To smooth a line that turns at every pixel takes longer than everything else here, and nobody sees it.
    constexpr qsizetype mostSmoothed = 300;
    const bool isSmooth = median.size() <= mostSmoothed;
    applyDefaultAntialiasingHint(painter);
    if (!isSmooth)
        painter->setAntialiasing(false);
    QColor band = m_picture.colors.accent;
    band.setAlpha(60);
    if (isSmooth) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(band);
        painter->drawPolygon(upper + lower);
        painter->setBrush(Qt::NoBrush);
    } else {
        for (qsizetype i = 0; i < upper.size(); ++i) {
            const QPointF& bottom = lower[lower.size() - 1 - i];
            painter->fillRect(QRectF(upper[i], QPointF(upper[i].x() + 1, bottom.y())), band);
        }
    }
    const auto drawLine = [&](const QPolygonF& line, const QColor& color, double width) {
        QPen pen(color, isSmooth ? width : 1);
        pen.setCosmetic(!isSmooth);
        painter->setPen(pen);
        painter->drawPolyline(line);
    };
    drawLine(worst, m_picture.colors.mutedText, 1); // the worst of many is mostly chance: no fault
    drawLine(median, m_picture.colors.text, 1.5);
    m_picture.markRange(*painter, *mKeyAxis, rect);
}

} // namespace bubblescope
