// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryplot.h"

#include "formatting.h"
#include "plotstyle.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <cmath>

namespace bubblescope {

QueryPlot::QueryPlot(const QueryAnswerModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_keys(new QComboBox(this))
    , m_values(new QComboBox(this))
    , m_plot(new QCustomPlot(this))
    , m_points(m_plot->addGraph())
    , m_ring(m_plot->addGraph())
{
    m_values->setAccessibleName(tr("Plotted column"));
    m_keys->setAccessibleName(tr("Column along the bottom"));
    m_plot->setAccessibleName(tr("Plot of the answer"));
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_points->setLineStyle(QCPGraph::lsNone);
    m_ring->setLineStyle(QCPGraph::lsNone);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setTicker(QSharedPointer<TextTicker>(new TextTicker([](double value) { return formatNumber(value); })));
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(6, 2, 6, 2);
    tools->setSpacing(6);
    tools->addWidget(m_values, 1);
    tools->addWidget(new QLabel(tr("over"), this));
    tools->addWidget(m_keys, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(tools);
    layout->addWidget(m_plot, 1);
    setMinimumWidth(220);
    for (QComboBox* box : {m_keys, m_values})
        connect(box, &QComboBox::currentIndexChanged, this, &QueryPlot::redraw);
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) { chooseAt(event->pos()); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &QueryPlot::redraw);
}

/// As many ticks as have room for their numbers.
void QueryPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("000 000 0"));
    m_plot->xAxis->ticker()->setTickCount(std::clamp((width() - label) / label, 1, 8));
}

void QueryPlot::setColors(const Palette& colors)
{
    m_colors = colors;
    applyPlotStyle(*m_plot, colors);
    const QColor color = colors.color(Category::Forward);
    m_points->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 5));
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colors.text, 2), Qt::NoBrush, 11));
    m_plot->replot();
}

void QueryPlot::updateColumns()
{
    const QString key = m_keys->currentText();
    const QString value = m_values->currentText();
    const QSignalBlocker keys(m_keys);
    const QSignalBlocker values(m_values);
    m_keys->clear();
    m_values->clear();
    m_keys->addItem(tr("row"), -1);
    for (const int column : m_model.numberColumns()) {
        m_keys->addItem(m_model.columnName(column), column);
        m_values->addItem(m_model.columnName(column), column);
    }
    // A figure over what it is of: queries mostly begin with that.
    m_keys->setCurrentIndex(std::max(m_keys->findText(key), 0));
    if (key.isEmpty() || m_keys->findText(key) < 0)
        m_keys->setCurrentIndex(m_keys->count() > 2 ? 1 : 0);
    const int figure = m_values->findData(m_model.figureColumn());
    m_values->setCurrentIndex(m_values->findText(value) >= 0 ? m_values->findText(value)
            : figure >= 0                                    ? figure
                                                             : std::min(1, m_values->count() - 1));
    redraw();
}

void QueryPlot::setValues(int column)
{
    const int index = m_values->findData(column);
    if (index >= 0)
        m_values->setCurrentIndex(index);
}

int QueryPlot::keys() const { return m_keys->currentIndex() < 0 ? -1 : m_keys->currentData().toInt(); }
int QueryPlot::values() const { return m_values->currentIndex() < 0 ? -1 : m_values->currentData().toInt(); }
int QueryPlot::pointCount() const { return m_points->dataCount(); }

void QueryPlot::redraw()
{
    QVector<QCPGraphData> points;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (const auto point = pointOf(row))
            points.append(QCPGraphData(point->x(), point->y()));
    }
    m_points->data()->set(points);
    m_plot->xAxis->setLabel(m_keys->currentText());
    m_plot->yAxis->setLabel(m_values->currentText());
    m_plot->rescaleAxes();
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        const QCPRange range = axis->range();
        if (!(range.size() > 0))
            axis->setRange(range.lower - 1, range.upper + 1);
        else
            axis->scaleRange(1.08);
    }
    ringMarkedRow();
}

void QueryPlot::markRow(int row)
{
    m_markedRow = row;
    if (!isHidden()) // else its columns may be those of an earlier answer
        ringMarkedRow();
}

void QueryPlot::ringMarkedRow()
{
    m_ring->data()->clear();
    if (const auto point = pointOf(m_markedRow))
        m_ring->addData(point->x(), point->y());
    m_plot->replot();
}

std::optional<QPointF> QueryPlot::pointOf(int row) const
{
    if (values() < 0 || row < 0 || row >= m_model.rowCount())
        return std::nullopt;
    const auto key = keys() >= 0 ? m_model.number(row, keys()) : std::optional(double(row));
    const auto value = m_model.number(row, values());
    if (!key || !value || !std::isfinite(*key) || !std::isfinite(*value))
        return std::nullopt;
    return QPointF(*key, *value);
}

void QueryPlot::chooseAt(const QPoint& position)
{
    constexpr double reach = 12; // pixels
    int best = -1;
    double nearest = reach * reach;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const auto point = pointOf(row);
        if (!point)
            continue;
        const double dx = m_plot->xAxis->coordToPixel(point->x()) - position.x();
        const double dy = m_plot->yAxis->coordToPixel(point->y()) - position.y();
        if (dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            best = row;
        }
    }
    if (best >= 0)
        emit rowChosen(best);
}

} // namespace bubblescope
