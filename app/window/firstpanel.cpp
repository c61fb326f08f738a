// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstpanel.h"

#include "hangingrun.h"
#include "historycontrol.h"
#include "loadcontrol.h"
#include "panelhost.h"
#include "windowtoolbar.h"
#include "workspace.h"

#include <utility>

namespace bubblescope {

FirstPanel::FirstPanel(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) { }

const char* FirstPanel::fittingName() const
{
    const Workspace& workspace = m_parts.workspace;
    if (hangLeads(workspace.document))
        return "hang";
    if (const Run* run = workspace.document.openedRun()) {
        if (run->kind == Run::Kind::Plan)
            return "whatif"; // it has no times but those of its model
        return run->trace->hasThreads() ? "operators" : "stages";
    }
    const RunFolder& folder = *workspace.document.folder();
    if (m_parts.toolBar.modelledInput().kind == SimulationSource::Kind::Description
        || (!folder.jobs.empty() && folder.layerTables.empty() && folder.workloads.empty() && folder.runLogs.empty()))
        return "plan";
    const bool hasTables = !folder.layerTables.empty() || !folder.workloads.empty();
    const RunLog* log = workspace.inputs.runLog();
    if (log && (!hasTables || m_parts.toolBar.modelledInput().kind == SimulationSource::Kind::RunLog))
        return log->blocks.empty() ? "loss" : "stages";
    if (!hasTables && !folder.memorySnapshots.empty())
        return "memory";
    return hasTables ? "layers" : "issues";
}

void FirstPanel::raiseFitting()
{
    const Document& document = m_parts.workspace.document;
    if (!document.folder())
        return;
    const Run* run = document.openedRun();
    m_parts.panels.setApplies(QStringLiteral("hang"), !document.opened()->hangs.empty());
    m_parts.panels.setApplies(QStringLiteral("history"), HistoryControl::applies(*document.folder()));
    m_parts.panels.setApplies(QStringLiteral("memory"), !document.folder()->memorySnapshots.empty());
    for (const char* ofProfiler : {"operators", "idle"})
        m_parts.panels.setApplies(QLatin1String(ofProfiler), run && run->trace->hasThreads());
    m_fitting = m_parts.panels.panel(QString::fromLatin1(fittingName()));
    if (!m_fitting->isHidden())
        m_fitting->raise();
}

void FirstPanel::finish()
{
    if (m_fitting && !m_fitting->visibleRegion().isEmpty())
        raiseFitting();
    if (m_parts.workspace.diagnosis.findings())
        showTopFinding();
}

void FirstPanel::showTopFinding()
{
    if (m_parts.load.isLoading() && !m_parts.load.showsEarlyPart())
        return; // there may be more to find, and then it is asked again
    const bool goesThere = std::exchange(m_goesToFinding, false);
    const QDockWidget* fitting = std::exchange(m_fitting, nullptr);
    Workspace& workspace = m_parts.workspace;
    if (!goesThere && fitting && !workspace.document.openedRun() && fitting->objectName() == QLatin1String("layers"))
        return; // a table is about its layers
    if (!goesThere && fitting && fitting->objectName() == QLatin1String("hang"))
        return; // a job that hangs is not slow
    if (!goesThere && fitting && fitting->objectName() == QLatin1String("plan"))
        return; // what a step that does not exist yet could be comes before what is wrong with it
    const FindingsPtr findings = workspace.diagnosis.findings();
    if (!findings || findings->list.empty() || findings->list.front().kind == Finding::Kind::Caveat)
        return;
    if (goesThere || (fitting && !fitting->visibleRegion().isEmpty()))
        m_parts.panels.panel(QStringLiteral("findings"))->raise();
    if (goesThere)
        workspace.diagnosis.goToFinding(0);
}

} // namespace bubblescope
