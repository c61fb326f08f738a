// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document.h"
#include "formatting.h"
#include "inputchoice.h"
#include "losscurveview.h"
#include "timewindow.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

const LogStep* findStep(const RunLog& log, int64_t step)
{
    const auto found = std::lower_bound(log.steps.begin(), log.steps.end(), step,
        [](const LogStep& line, int64_t number) { return line.step < number; });
    return found != log.steps.end() && found->step == step ? &*found : nullptr;
}

} // namespace

std::optional<QPoint> LossCurveView::pointAt(int log, int64_t step, StepFigure figure) const
{
    const RunFolder* folder = m_document.folder();
    if (!folder || log < 0 || log >= static_cast<int>(folder->runLogs.size()))
        return std::nullopt;
    const LogStep* line = findStep(folder->runLogs[size_t(log)], step);
    for (const Pane& pane : m_panes) {
        const auto value = line && pane.figure == figure ? stepFigure(*line, figure) : std::nullopt;
        if (value) {
            return QPoint(static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atBottom)->coordToPixel(double(step)))),
                static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atLeft)->coordToPixel(*value))));
        }
    }
    return std::nullopt;
}

std::optional<LossCurveView::Hit> LossCurveView::nearest(const QPoint& position) const
{
    for (const Pane& pane : m_panes) {
        if (!pane.rect->rect().contains(position))
            continue;
        QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
        QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
        const double key = steps->pixelToCoord(position.x());
        std::optional<Hit> best;
        double bestDistance = 0;
        for (const int log : shownLogs()) {
            const std::vector<LogStep>& lines = m_document.folder()->runLogs[size_t(log)].steps;
            auto at = std::lower_bound(
                lines.begin(), lines.end(), key, [](const LogStep& line, double k) { return double(line.step) < k; });
            // The neighbours on either side; the nearer in x wins, then the nearer in y.
            for (int back = 0; back < 2; ++back) {
                const auto candidate = back == 0 ? at : at == lines.begin() ? lines.end() : at - 1;
                if (candidate == lines.end())
                    continue;
                const auto value = stepFigure(*candidate, pane.figure);
                if (!value)
                    continue;
                const double dx = steps->coordToPixel(double(candidate->step)) - position.x();
                const double dy
                    = std::clamp<double>(values->coordToPixel(*value), pane.rect->top(), pane.rect->bottom())
                    - position.y();
                const double distance = dx * dx + 0.05 * dy * dy;
                if (!best || distance < bestDistance) {
                    best = Hit {log, candidate->step};
                    bestDistance = distance;
                }
            }
        }
        return best;
    }
    return std::nullopt;
}

void LossCurveView::moveStep(int by)
{
    const RunLog* log = m_inputs.runLog();
    if (!log || log->steps.empty())
        return;
    const auto step = m_window.step();
    const int last = static_cast<int>(log->steps.size()) - 1;
    int row = step ? m_model.rowOf(*step) : by > 0 ? -1 : last + 1;
    row = std::clamp(row + by, 0, last);
    m_window.setStep(log->steps[size_t(row)].step);
}

void LossCurveView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    const auto hit = nearest(position);
    if (!hit) {
        QToolTip::hideText();
        return;
    }
    const RunLog& log = m_document.folder()->runLogs[size_t(hit->log)];
    const LogStep* step = findStep(log, hit->step);
    if (!step)
        return;
    QStringList lines {tr("%1, step %2").arg(elideMiddle(toText(log.name).simplified(), 60), formatCount(hit->step))};
    if (step == &log.steps.front() && log.steps.size() > 1)
        lines.append(tr("first step of the log: warmup"));
    for (const StepFigure figure : m_figures) {
        if (const auto value = stepFigure(*step, figure))
            lines.append(tr("%1: %2").arg(stepFigureName(figure), stepFigureText(figure, *value)));
    }
    if (step->stepMsFromTimestamps)
        lines.append(tr("step time from time stamps"));
    QToolTip::showText(globalPosition, lines.join(QLatin1Char('\n')), m_plot);
}

bool LossCurveView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return PanelView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        m_pressed = static_cast<QMouseEvent*>(event)->pos();
        break;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && (mouse->pos() - m_pressed).manhattanLength() < 4) {
            if (const auto hit = nearest(mouse->pos())) {
                m_inputs.setRunLogIndex(hit->log);
                m_window.setStep(hit->step);
            }
        }
        break;
    }
    case QEvent::MouseButtonDblClick:
        showAllSteps();
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & ~Qt::KeypadModifier)
            break;
        if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
            moveStep(key->key() == Qt::Key_Left ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_window.setStep(std::nullopt);
            return true;
        }
        break;
    }
    case QEvent::Resize:
        if (!m_panes.empty() && columnsFor(static_cast<int>(m_panes.size())) != m_columns)
            invalidate();
        break;
    default:
        break;
    }
    return PanelView::eventFilter(watched, event);
}

} // namespace bubblescope
