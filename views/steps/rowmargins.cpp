// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowmargins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {
constexpr double thinnest = 3; // px: a line of one is overlooked, and at the edge hidden by the axis
} // namespace

RowMargin::RowMargin(QCPAxis* values, QCPAxis* rows, const StepsPicture& picture)
    : QCPAbstractPlottable(values, rows), m_picture(picture)
{
}

QCPRange RowMargin::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = m_picture.matrix && m_picture.matrix->rowCount() > 0;
    return found ? QCPRange(-0.5, double(m_picture.matrix->rowCount()) - 0.5) : QCPRange();
}

void RowMargin::draw(QCPPainter* painter)
{
    if (!m_picture.matrix || matrix().stepCount() == 0 || !matrix().hasMeans())
        return;
    const QRect rect = clipRect();
    const double height = pixelsPerCell(*mValueAxis) < thinnest ? thinnest : 1;
    const auto lines = cellsOfPixels(*mValueAxis, rect.top(), 1, rect.height(), matrix().rowCount());
    painter->setAntialiasing(false);
    for (int y = 0; y < rect.height(); ++y) {
        if (lines[size_t(y)].count == 0)
            continue;
        const double top = std::clamp(rect.top() + y - std::floor(height / 2), double(rect.top()),
            std::max(rect.top() + rect.height() - height, double(rect.top())));
        drawLine(*painter, lines[size_t(y)], QRectF(rect.left(), top, rect.width(), height));
    }
}

QCPRange SlowestBars::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = m_picture.matrix && matrix().hasMeans() && matrix().stepCount() > 0;
    if (!found)
        return {};
    uint32_t most = 1;
    for (size_t row = 0; row < matrix().rowCount(); ++row)
        most = std::max(most, matrix().timesSlowest(row));
    return {0, double(most) / double(matrix().stepCount())};
}

void SlowestBars::drawLine(QCPPainter& painter, const PixelCells& rows, const QRectF& band)
{
    uint32_t most = 0;
    for (size_t row = rows.first; row < std::min(rows.first + rows.count, matrix().rowCount()); ++row)
        most = std::max(most, matrix().timesSlowest(row));
    if (most == 0)
        return;
    const double from = mKeyAxis->coordToPixel(0);
    const double to = mKeyAxis->coordToPixel(double(most) / double(matrix().stepCount()));
    painter.fillRect(QRectF(from, band.top(), to - from, band.height()), m_picture.colors.finding);
}

QCPRange RowMeans::getKeyRange(bool& found, QCP::SignDomain) const
{
    double least = std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::lowest();
    for (size_t row = 0; m_picture.matrix && row < matrix().rowCount() && matrix().hasMeans(); ++row) {
        const double mean = double(matrix().meanOfRow(row));
        if (!std::isfinite(mean))
            continue;
        least = std::min(least, mean);
        most = std::max(most, mean);
    }
    found = least <= most;
    if (!found)
        return {};
    const double air = std::max({(most - least) * 0.1, std::abs(most) * 0.003, 1e-4});
    return {least - air, most + air};
}

void RowMeans::drawLine(QCPPainter& painter, const PixelCells& rows, const QRectF& band)
{
    double sum = 0;
    size_t count = 0;
    double least = std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::lowest();
    for (size_t row = rows.first; row < std::min(rows.first + rows.count, matrix().rowCount()); ++row) {
        const double mean = double(matrix().meanOfRow(row));
        if (!std::isfinite(mean))
            continue;
        sum += mean;
        ++count;
        least = std::min(least, mean);
        most = std::max(most, mean);
    }
    if (count == 0)
        return;
    constexpr double dot = 3; // px
    const auto at = [this](double value) { return mKeyAxis->coordToPixel(value); };
    QColor spread = m_picture.colors.accent;
    spread.setAlpha(90);
    if (at(most) - at(least) > dot)
        painter.fillRect(QRectF(at(least), band.top(), at(most) - at(least), 1), spread);
    painter.fillRect(QRectF(at(sum / double(count)) - dot / 2, band.top(), dot, 1), m_picture.colors.text);
    if (at(most) - at(sum / double(count)) > 2 * dot) // one of many
        painter.fillRect(QRectF(at(most) - dot / 2, band.top(), dot, band.height()), m_picture.colors.finding);
}

} // namespace bubblescope
