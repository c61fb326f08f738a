// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "losscurveview.h"

#include "document.h"
#include "formatting.h"
#include "inputchoice.h"
#include "plotstyle.h"
#include "steppanes.h"
#include "tablepanel.h"
#include "timewindow.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr size_t mostColouredLogs = 6;

bool isShownAtFirst(StepFigure figure) { return figure == StepFigure::Loss || figure == StepFigure::StepTime; }

} // namespace

LossCurveView::LossCurveView(const Document& document, InputChoice& inputs, TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_inputs(inputs)
    , m_window(window)
    , m_plot(new QCustomPlot(this))
    , m_panes(new StepPanes(*m_plot, this))
    , m_figureBar(new QToolBar(this))
    , m_logButton(new QToolButton(this))
    , m_legend(new LegendRow(this))
    , m_table(new TablePanel(m_model, tr("Steps"), this))
{
    setAccessibleName(tr("Loss"));
    m_plot->setAccessibleName(tr("Curves over the steps"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(160, 90);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->installEventFilter(this);
    m_logButton->setText(tr("Logs ▾"));
    m_logButton->setProperty("arrow", false); // its text has one
    m_logButton->setToolTip(tr("Which logs are drawn"));
    m_logButton->setPopupMode(QToolButton::InstantPopup);
    m_logButton->setMenu(new QMenu(m_logButton));

    m_figureBar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_figureBar->setProperty("flat", true); // less than the tools of the window
    m_figureBar->setAccessibleName(tr("What is drawn"));
    m_logAction = m_figureBar->addWidget(m_logButton);
    QVBoxLayout* column = setPlotBeside(m_table, 36);
    column->addWidget(m_figureBar);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(6, 0, 6, 0);
    legendRow->addWidget(m_legend);
    column->addLayout(legendRow);
    column->addWidget(m_plot, 1);

    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        if (m_model.stepAt(row) >= 0)
            m_window.setStep(m_model.stepAt(row));
    });
    connect(&document, &Document::folderChanged, this, [this] {
        const RunFolder* folder = m_document.folder();
        if (!folder || folder->path != m_folderPath)
            m_hiddenLogs.clear();
        m_folderPath = folder ? folder->path : std::string();
        m_panes->clear(); // their logs are those of the former folder
        invalidate();
    });
    connect(&inputs, &InputChoice::runLogChanged, this, &LossCurveView::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &LossCurveView::showStep);
}

bool LossCurveView::hasManyLogs() const { return shownLogs().size() > mostColouredLogs; }

/// More curves than colours: the chosen one stands out, the others are what it is seen against.
QColor LossCurveView::logColor(int log) const
{
    if (hasManyLogs())
        return log == m_inputs.runLogIndex() ? colors().accent : mixed(colors().surface, colors().mutedText, 0.5);
    // Lines are thin: on a dark background they need a lighter colour than areas.
    const QColor color = colors().stageColor(log);
    return colors().isDark ? mixed(color, Qt::white, 0.3) : color;
}

std::vector<int> LossCurveView::shownLogs() const
{
    std::vector<int> logs;
    const RunFolder* folder = m_document.folder();
    for (int i = 0; folder && i < static_cast<int>(folder->runLogs.size()); ++i) {
        if (!m_hiddenLogs.contains(i) && !folder->runLogs[size_t(i)].steps.empty())
            logs.push_back(i);
    }
    return logs;
}

std::vector<StepFigure> LossCurveView::shownFigures() const { return m_panes->figures(); }

std::optional<QPoint> LossCurveView::pointAt(int log, int64_t step, StepFigure figure) const
{
    return m_panes->pointAt(log, step, figure);
}

void LossCurveView::setFigureShown(StepFigure figure, bool shown)
{
    m_chosenFigures[figure] = shown;
    invalidate();
}

void LossCurveView::refresh()
{
    const RunFolder* folder = m_document.folder();
    const bool hasSteps = folder && std::any_of(folder->runLogs.begin(), folder->runLogs.end(), [](const RunLog& log) {
        return !log.steps.empty();
    });
    m_model.setLog(m_inputs.runLog());
    if (!hasSteps) {
        m_panes->clear();
        showEmpty(tr("No curves"),
            !folder ? tr("Open the folder of a run to see its loss and step times.")
                : folder->runLogs.empty()
                ? tr("There is no run log in this folder. Put what the training printed beside the "
                     "other files: opt_prime, Megatron-LM, DeepSpeed and torchtitan logs are read.")
                : tr("The run logs in this folder print no steps."));
        return;
    }
    showContent();
    listLogs();
    listFigures();
    buildPanes();
    showStep();
}

void LossCurveView::listLogs()
{
    const RunFolder* folder = m_document.folder();
    QMenu* menu = m_logButton->menu();
    menu->clear();
    std::vector<LegendRow::Entry> legend;
    int count = 0;
    const bool isCrowded = hasManyLogs();
    for (int i = 0; i < static_cast<int>(folder->runLogs.size()); ++i) {
        if (folder->runLogs[size_t(i)].steps.empty())
            continue;
        ++count;
        const QString name = elideMiddle(toText(folder->runLogs[size_t(i)].name).simplified(), 48);
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(!m_hiddenLogs.contains(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) {
            if (shown)
                m_hiddenLogs.remove(i);
            else
                m_hiddenLogs.insert(i);
            invalidate();
        });
        if (!m_hiddenLogs.contains(i) && (!isCrowded || i == m_inputs.runLogIndex()))
            legend.push_back({name, logColor(i)});
    }
    if (isCrowded)
        legend.push_back({tr("%1 other logs, a click on a curve chooses it").arg(formatCount(qint64(shownLogs().size()) - 1)),
            logColor(-1)});
    m_logAction->setVisible(count > 1);
    m_legend->setVisible(count > 1);
    m_legend->setEntries(std::move(legend));
}

void LossCurveView::listFigures()
{
    std::vector<StepFigure> figures;
    for (const int log : shownLogs()) {
        for (const StepFigure figure : stepFigures(m_document.folder()->runLogs[size_t(log)]))
            figures.push_back(figure);
    }
    std::sort(figures.begin(), figures.end());
    figures.erase(std::unique(figures.begin(), figures.end()), figures.end());
    if (figures == m_figures)
        return;
    m_figures = figures;
    for (QAction* action : m_figureActions)
        action->deleteLater();
    m_figureActions.clear();
    for (const StepFigure figure : m_figures) {
        QAction* action = m_figureBar->addAction(stepFigureName(figure));
        action->setCheckable(true);
        const auto chosen = m_chosenFigures.find(figure);
        // A log without loss and time still shows something.
        const bool onlyOne = m_figures.size() == 1;
        action->setChecked(chosen != m_chosenFigures.end() ? chosen->second : isShownAtFirst(figure) || onlyOne);
        connect(action, &QAction::toggled, this, [this, figure](bool shown) { setFigureShown(figure, shown); });
        m_figureActions.push_back(action);
    }
}

void LossCurveView::buildPanes()
{
    std::vector<StepFigure> shown;
    for (const StepFigure figure : m_figures) {
        const auto chosen = m_chosenFigures.find(figure);
        if (chosen != m_chosenFigures.end() ? chosen->second : isShownAtFirst(figure) || m_figures.size() == 1)
            shown.push_back(figure);
    }
    std::vector<StepPanes::Curve> curves;
    std::vector<int> logs = shownLogs();
    std::stable_partition(logs.begin(), logs.end(), [this](int log) { return log != m_inputs.runLogIndex(); });
    for (const int log : logs) // the chosen one above the others
        curves.push_back({&m_document.folder()->runLogs[size_t(log)], log, logColor(log)});
    m_panes->build(shown, std::move(curves), colors());
}

void LossCurveView::showStep()
{
    const auto step = m_window.step();
    const int row = step ? m_model.rowOf(*step) : -1;
    m_table->selectRows(row < 0 ? std::vector<int>() : std::vector<int> {row});
    m_panes->showStep(step);
}

void LossCurveView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    m_figures.clear(); // titles and curves get their colours when they are rebuilt
}

LossCurveView::Illustration LossCurveView::illustration() const
{
    Illustration shown = illustrate(m_plot, {}, *m_legend);
    shown.keyTitle = tr("step");
    shown.panes = int(m_panes->figures().size());
    return shown;
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
    const auto hit = m_panes->nearest(position);
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
            if (const auto hit = m_panes->nearest(mouse->pos())) {
                m_inputs.setRunLogIndex(hit->log);
                m_window.setStep(hit->step);
            }
        }
        break;
    }
    case QEvent::MouseButtonDblClick:
        m_panes->showAllSteps();
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
        if (m_panes->fitsPlot())
            m_panes->shareHeight();
        else
            invalidate();
        break;
    default:
        break;
    }
    return PanelView::eventFilter(watched, event);
}

} // namespace bubblescope
