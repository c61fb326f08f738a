// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstpanel.h"

#include "hangingrun.h"
#include "historycontrol.h"
#include "loadcontrol.h"
#include "panelhost.h"
#include "windowtoolbar.h"
#include "workspace.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

bool namesStages(const Trace& trace)
{
    const auto ranks = trace.ranks();
    return std::any_of(ranks.begin(), ranks.end(), [](const RankInfo& rank) { return rank.stage >= 0; });
}

} // namespace

FirstPanel::FirstPanel(
    Workspace& workspace, PanelHost& panels, const LoadControl& load, const WindowToolBar& toolBar, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_panels(panels), m_load(load), m_toolBar(toolBar)
{
}

const char* FirstPanel::fittingName() const
{
    if (hangLeads(m_workspace.document))
        return "hang";
    if (const Run* run = m_workspace.document.openedRun()) {
        if (run->kind == Run::Kind::Plan)
            return "whatif"; // it has no times but those of its model
        if (run->trace->hasThreads())
            return "operators";
        return namesStages(*run->trace) ? "stages" : "findings"; // what is no pipeline has an empty table of stages
    }
    const RunFolder& folder = *m_workspace.document.folder();
    if (m_toolBar.modelledInput().kind == SimulationSource::Kind::Description
        || (!folder.jobs.empty() && folder.layerTables.empty() && folder.workloads.empty() && folder.runLogs.empty()))
        return "plan";
    const bool hasTables = !folder.layerTables.empty() || !folder.workloads.empty();
    const RunLog* log = m_workspace.inputs.runLog();
    if (log && (!hasTables || m_toolBar.modelledInput().kind == SimulationSource::Kind::RunLog))
        return log->blocks.empty() ? "loss" : "stages";
    if (!hasTables && !folder.memorySnapshots.empty())
        return "memory";
    return hasTables ? "layers" : "issues";
}

void FirstPanel::raiseFitting()
{
    const Document& document = m_workspace.document;
    if (!document.folder())
        return;
    const Run* run = document.openedRun();
    m_panels.setApplies(QStringLiteral("hang"), !document.opened()->hangs.empty());
    m_panels.setApplies(QStringLiteral("history"), HistoryControl::applies(*document.folder()));
    m_panels.setApplies(QStringLiteral("memory"), !document.folder()->memorySnapshots.empty());
    for (const char* ofProfiler : {"operators", "roofline", "tree", "flame", "idle"})
        m_panels.setApplies(QLatin1String(ofProfiler), run && run->trace->hasThreads());
    m_fitting = m_panels.panel(QString::fromLatin1(fittingName()));
    if (!m_fitting->isHidden())
        m_fitting->raise();
}

void FirstPanel::finish()
{
    if (m_fitting && !m_fitting->visibleRegion().isEmpty())
        raiseFitting();
    if (m_workspace.diagnosis.findings())
        showTopFinding();
}

void FirstPanel::showTopFinding()
{
    if (m_load.isLoading() && !m_load.showsEarlyPart())
        return; // there may be more to find, and then it is asked again
    const bool goesThere = std::exchange(m_goesToFinding, false);
    const QDockWidget* fitting = std::exchange(m_fitting, nullptr);
    if (!goesThere && fitting && !m_workspace.document.openedRun() && fitting->objectName() == QLatin1String("layers"))
        return; // a table is about its layers
    if (!goesThere && fitting && fitting->objectName() == QLatin1String("hang"))
        return; // a job that hangs is not slow
    if (!goesThere && fitting && fitting->objectName() == QLatin1String("plan"))
        return; // what a step that does not exist yet could be comes before what is wrong with it
    const FindingsPtr findings = m_workspace.diagnosis.findings();
    if (!findings || findings->list.empty() || findings->list.front().kind == Finding::Kind::Caveat)
        return;
    if (goesThere || (fitting && !fitting->visibleRegion().isEmpty()))
        m_panels.panel(QStringLiteral("findings"))->raise();
    if (goesThere)
        m_workspace.diagnosis.goToFinding(0);
}

} // namespace bubblescope
