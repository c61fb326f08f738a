// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logcurves.h"

#include "stepschart.h"

namespace bubblescope {

LogCurves::LogCurves(QCPAxisRect& rect)
    : m_left(rect.axis(QCPAxis::atLeft))
    , m_right(rect.axis(QCPAxis::atRight))
    , m_loss(new QCPGraph(rect.axis(QCPAxis::atBottom), m_left))
    , m_gradientNorm(new QCPGraph(rect.axis(QCPAxis::atBottom), m_right))
{
    rect.axis(QCPAxis::atBottom)->setTickLabels(false);
    m_right->setTickLabels(true);
    m_right->setVisible(false);
    for (QCPGraph* graph : {m_loss, m_gradientNorm}) {
        graph->setAdaptiveSampling(true);
        graph->valueAxis()->ticker()->setTickCount(2);
    }
}

void LogCurves::setCurves(const Curve& loss, const Curve& gradientNorm)
{
    m_loss->setData(loss.steps, loss.values, true);
    m_gradientNorm->setData(gradientNorm.steps, gradientNorm.values, true);
    m_hasCurves = loss.isCurve() || gradientNorm.isCurve();
    m_left->setTickLabels(loss.isCurve());
    m_left->setLabel(loss.isCurve() ? StepsChart::tr("loss") : QString());
    m_right->setVisible(gradientNorm.isCurve());
    m_right->setLabel(StepsChart::tr("grad norm"));
    rescale();
}

void LogCurves::setColors(const Palette& colors)
{
    const auto color = [&](QCPGraph* graph, const QColor& of) {
        graph->setPen(QPen(of, 1.5));
        graph->valueAxis()->setLabelColor(of);
    };
    color(m_loss, colors.accent);
    color(m_gradientNorm, colors.stageColor(1));
}

void LogCurves::rescale()
{
    for (QCPGraph* graph : {m_loss, m_gradientNorm})
        graph->rescaleValueAxis(false, true);
}

} // namespace bubblescope
