// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelpicture.h"

#include "customplot.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

constexpr int fontPixels = 11; // as in the legend below

/// Drawings do not clip curves: break them where they leave their axes. The view says what lies outside. Not every
/// format leaves out a dot that is nowhere: dots become a graph of their own, of those inside.
void breakOutsideCurves(QCustomPlot& plot)
{
    const int count = plot.graphCount();
    for (int i = 0; i < count; ++i) {
        QCPGraph& graph = *plot.graph(i);
        const QCPRange range = graph.valueAxis()->range();
        QVector<QCPGraphData> inside;
        std::copy_if(graph.data()->constBegin(), graph.data()->constEnd(), std::back_inserter(inside),
            [&](const QCPGraphData& point) { return range.contains(point.value); });
        if (inside.size() == graph.data()->size())
            continue;
        QCPGraph* dots = &graph;
        if (graph.lineStyle() != QCPGraph::lsNone) {
            for (auto point = graph.data()->begin(); point != graph.data()->end(); ++point)
                point->value = range.contains(point->value) ? point->value : qQNaN();
            if (graph.scatterStyle().isNone())
                continue;
            dots = plot.addGraph(graph.keyAxis(), graph.valueAxis());
            dots->setLineStyle(QCPGraph::lsNone);
            dots->setPen(graph.pen());
            dots->setScatterStyle(graph.scatterStyle());
            graph.setScatterStyle(QCPScatterStyle());
        }
        dots->data()->set(inside, true);
    }
}

/// Points would be taken at the resolution of what is drawn on, which is not that of the picture.
QFont pictureFont(const QWidget& view)
{
    QFont font = view.font();
    font.setPixelSize(fontPixels);
    return font;
}

void setFonts(QCustomPlot& plot, const QFont& font)
{
    plot.setFont(font);
    const auto setAxis = [&font](QCPAxis* axis) {
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
    };
    for (QCPAxisRect* rect : plot.axisRects()) {
        for (QCPAxis* axis : rect->axes())
            setAxis(axis);
    }
    for (int i = 0; i < plot.plotLayout()->elementCount(); ++i) {
        if (auto* title = qobject_cast<QCPTextElement*>(plot.plotLayout()->elementAt(i)))
            title->setFont(font);
        if (auto* scale = qobject_cast<QCPColorScale*>(plot.plotLayout()->elementAt(i)))
            setAxis(scale->axis());
    }
}

/// In the window names of panels and sentences say what the axes are.
void nameAxes(const PanelView::Illustration& shown, const QFont& font, const Palette& palette)
{
    for (QCPAxisRect* rect : shown.plot->axisRects()) {
        const auto name = [&](QCPAxis::AxisType side, const QString& title) {
            if (title.isEmpty() || rect->axisCount(side) == 0)
                return;
            QCPAxis* axis = rect->axis(side);
            axis->setLabelFont(font);
            axis->setLabelColor(palette.mutedText);
            axis->setLabelPadding(2);
            axis->setLabel(title);
        };
        name(QCPAxis::atBottom, shown.keyTitle);
        name(QCPAxis::atLeft, shown.valueTitle);
    }
}

} // namespace

PanelPicture::PanelPicture(std::unique_ptr<PanelView> view, const Palette& palette) : m_view(std::move(view)), m_palette(palette)
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
    constexpr double widthOfPane = 320;
    constexpr double heightOfPane = 130;
    const int panes = m_view->illustration().panes;
    const int columns = std::max(1, int(width / widthOfPane));
    const double stacked = panes > 1 ? (panes + columns - 1) / columns * heightOfPane : 0;
    return std::min(most, std::clamp(std::max(width * 0.5, stacked), 150.0, 560.0));
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
    const QFont font = pictureFont(*m_view);
    setFonts(*plot, font);
    nameAxes(m_view->illustration(), font, m_palette);
    // Ticks depend on the previous size of the axes: a plot that was never shown must be given its size first.
    plot->setViewport(QRect(QPoint(), size));
    plot->replot();
    painter.translate(area.topLeft());
    auto& plotPainter = static_cast<QCPPainter&>(painter);
    plotPainter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    plot->toPainter(&plotPainter, size.width(), size.height());
}

} // namespace bubblescope
