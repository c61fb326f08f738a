// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelpicture.h"

#include <qcustomplot.h>

#include <algorithm>

namespace bubblescope {

namespace {

/// Drawings do not clip curves: break them where they leave their axes. The view says what lies outside.
void breakOutsideCurves(QCustomPlot& plot)
{
    for (int i = 0; i < plot.graphCount(); ++i) {
        const QCPGraph& graph = *plot.graph(i);
        const QCPRange range = graph.valueAxis()->range();
        for (auto point = graph.data()->begin(); point != graph.data()->end(); ++point) {
            if (!range.contains(point->value))
                point->value = qQNaN();
        }
    }
}

} // namespace

PanelPicture::PanelPicture(std::unique_ptr<PanelView> view, const Palette& palette) : m_view(std::move(view))
{
    QPalette colors;
    colors.setColor(QPalette::Window, palette.panel);
    colors.setColor(QPalette::Base, palette.surface);
    colors.setColor(QPalette::WindowText, palette.text);
    colors.setColor(QPalette::Text, palette.text);
    m_view->setPalette(colors);
    m_view->refreshNow();
}

std::vector<Legend::Entry> PanelPicture::legend() const
{
    std::vector<Legend::Entry> entries;
    for (const auto& [name, color] : m_view->illustration().legend)
        entries.push_back({Legend::Pattern::Solid, color, name});
    return entries;
}

double PanelPicture::naturalHeight(double width, double most) const
{
    return std::min(most, std::clamp(width * 0.5, 150.0, 560.0));
}

void PanelPicture::paint(QPainter& painter, const QRectF& area, int)
{
    // The arrangement of panes and labels depends on the size of the plot.
    QCustomPlot* plot = m_view->illustration().plot;
    if (!plot)
        return;
    const QSize size(int(area.width()), int(area.height()));
    plot->resize(size);
    m_view->refreshAgain();
    breakOutsideCurves(*plot);
    // Ticks depend on the previous size of the axes: a plot that was never shown must be given its size first.
    plot->setViewport(QRect(QPoint(), size));
    plot->replot();
    painter.translate(area.topLeft());
    auto& plotPainter = static_cast<QCPPainter&>(painter);
    plotPainter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    plot->toPainter(&plotPainter, size.width(), size.height());
}

} // namespace bubblescope
