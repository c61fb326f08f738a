// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gomenu.h"

#include "commandset.h"
#include "comparecontrol.h"
#include "panelhost.h"
#include "workspace.h"

#include <QMainWindow>
#include <QMenuBar>

#include <algorithm>

namespace bubblescope {

GoMenu::GoMenu(Workspace& workspace, CompareControl& compare, PanelHost& panels, CommandSet& commands)
    : QMenu(CommandSet::tr("&Go"), commands.window().menuBar())
    , m_workspace(workspace)
    , m_compare(compare)
    , m_panels(panels)
    , m_commands(commands)
{
    build();
    connect(&m_compare, &CompareControl::partnersChanged, &m_commands, &CommandSet::changed);
    connect(&m_commands, &CommandSet::changed, this, &GoMenu::updateCommands);
    m_commands.window().menuBar()->addMenu(this);
}

void GoMenu::build()
{
    m_commands.add(this, QStringLiteral("back"), CommandSet::tr("&Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)},
        [this] { m_workspace.window.back(); });
    m_commands.add(this, QStringLiteral("forward"), CommandSet::tr("&Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
        [this] { m_workspace.window.forward(); });
    m_commands.add(
        this, QStringLiteral("home"), CommandSet::tr("Whole &run"), {QKeySequence(Qt::CTRL | Qt::Key_Home)}, [this] {
            m_workspace.window.showAll();
            m_workspace.window.commitPlace();
        });
    QAction* fit
        = m_commands.add(this, QStringLiteral("fitSelection"), CommandSet::tr("Fit the &selection"), {}, [this] {
              if (const auto range = m_workspace.selection.range())
                  m_workspace.window.setVisibleRange(*range);
              else if (m_workspace.selection.span().isValid())
                  m_workspace.window.revealSpan(m_workspace.selection.span(), true);
              m_workspace.window.commitPlace();
          });
    CommandSet::showKey(fit, Qt::Key_F);
    m_commands.add(this, QStringLiteral("fitStep"), CommandSet::tr("Whole s&tep"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Home)}, [this] {
            const TracePtr trace = m_workspace.document.trace();
            TimeWindow& window = m_workspace.window;
            for (const Step& step : trace ? trace->steps() : std::span<const Step>()) {
                if (step.number == window.step())
                    window.setVisibleRange(step.range);
            }
            window.commitPlace();
        });
    m_commands.add(this, QStringLiteral("goTo"), CommandSet::tr("&Go to rank, stage, step, time, span …"),
        {QKeySequence(Qt::Key_G)}, [this] {
            m_commands.showPalette(
                {}, CommandSet::tr("rank 5, stage 2, step 12, 3.5 ms, F5, rank 6 B9, a name, a note"));
        });
    addZoom();
    addSeparator();
    m_commands.add(this, QStringLiteral("previousFinding"), CommandSet::tr("Previous f&inding"),
        {QKeySequence(Qt::Key_BracketLeft)}, [this] { walkFindings(-1); });
    m_commands.add(this, QStringLiteral("nextFinding"), CommandSet::tr("Next fin&ding"),
        {QKeySequence(Qt::Key_BracketRight)}, [this] { walkFindings(1); });
    addSeparator();
    m_commands.add(
        this, QStringLiteral("previousStep"), CommandSet::tr("&Previous step"), {QKeySequence(Qt::CTRL | Qt::Key_Up)});
    m_commands.add(
        this, QStringLiteral("nextStep"), CommandSet::tr("&Next step"), {QKeySequence(Qt::CTRL | Qt::Key_Down)});
    m_commands.add(this, QStringLiteral("allSteps"), CommandSet::tr("&All steps"), {},
        [this] { m_workspace.window.setStep(std::nullopt); });
    addSeparator();
    m_commands.add(this, QStringLiteral("previousRun"), CommandSet::tr("Previous r&un"),
        {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
        [this] { m_workspace.document.setRunIndex(std::max(0, m_workspace.document.runIndex() - 1)); });
    m_commands.add(this, QStringLiteral("nextRun"), CommandSet::tr("Ne&xt run"),
        {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, [this] {
            if (const RunFolder* folder = m_workspace.document.folder())
                m_workspace.document.setRunIndex(
                    std::min(int(folder->runs.size()) - 1, m_workspace.document.runIndex() + 1));
        });
    m_compareMenu = addMenu(CommandSet::tr("&Compare with"));
    m_compare.fill(m_compareMenu);
    m_commands.add(this, QStringLiteral("compare"), CommandSet::tr("Compare with the next run"), {},
        [this] { m_compare.chooseNext(); });
}

void GoMenu::addZoom()
{
    QMenu* zoom = addMenu(CommandSet::tr("&Zoom"));
    TimeWindow& window = m_workspace.window;
    constexpr double closer = 0.5;
    constexpr double step = 0.5; // of the width
    const auto add = [&](const char* name, const QString& text, Qt::Key key, const std::function<void()>& run) {
        CommandSet::showKey(m_commands.add(zoom, QLatin1String(name), text, {}, run), key);
    };
    const auto zoomBy = [&window](double factor) {
        const TimeRange range = window.visibleRange();
        window.zoomBy(factor, range.begin + range.duration() / 2);
    };
    add("zoomIn", CommandSet::tr("Zoom &in"), Qt::Key_W, [zoomBy] { zoomBy(closer); });
    add("zoomOut", CommandSet::tr("Zoom &out"), Qt::Key_S, [zoomBy] { zoomBy(1 / closer); });
    add("panLeft", CommandSet::tr("To the &left"), Qt::Key_A, [&window] { window.panBy(-step); });
    add("panRight", CommandSet::tr("To the &right"), Qt::Key_D, [&window] { window.panBy(step); });
}

void GoMenu::walkFindings(int direction)
{
    m_workspace.diagnosis.goToNextFinding(direction);
    m_panels.bringUp(QStringLiteral("findings"));
}

void GoMenu::updateCommands()
{
    const Document& document = m_workspace.document;
    const bool hasRun = document.run() != nullptr;
    m_commands.setEnabled("back", m_workspace.window.canGoBack());
    m_commands.setEnabled("forward", m_workspace.window.canGoForward());
    for (const char* name : {"home", "fitSelection", "goTo", "zoomIn", "zoomOut", "panLeft", "panRight"})
        m_commands.setEnabled(name, hasRun);
    m_commands.setEnabled("fitStep", hasRun && m_workspace.window.step());
    m_commands.setEnabled("previousRun", document.runIndex() > 0);
    m_commands.setEnabled(
        "nextRun", document.runIndex() >= 0 && document.runIndex() + 1 < int(document.folder()->runs.size()));
    m_commands.setEnabled("compare", m_compare.hasPartners());
}

} // namespace bubblescope
