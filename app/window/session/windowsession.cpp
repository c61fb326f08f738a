// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowsession.h"

#include "comparedtimelines.h"
#include "formatting.h"
#include "ganttview.h"
#include "notebook.h"
#include "querystate.h"
#include "sessionview.h"
#include "settings.h"
#include "tabletexts.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QMainWindow>
#include <QScreen>
#include <QTimer>

#include <utility>

namespace bubblescope {

WindowSession::WindowSession(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    // Queued: the sender may still choose a timeline after setting the simulated run.
    connect(&m_parts.workspace.document, &Document::simulationChanged, this, &WindowSession::applySimulation,
        Qt::QueuedConnection);
    connect(&m_parts.workspace.diagnosis, &Diagnosis::findingsChanged, this, &WindowSession::markFinding,
        Qt::QueuedConnection);
}

Session WindowSession::capture(const QStringList& paths) const
{
    Session session;
    session.paths = paths;
    session.isDemo = paths.isEmpty();
    session.kernels = m_parts.kernels();
    const TimelinePlot& plot = m_parts.timeline.plot();
    captureView(session, m_parts.workspace, plot.rows(), plot.look());
    session.window.size = m_parts.window.size();
    session.window.docks = m_parts.layout();
    session.window.timelines = m_parts.timelines.saveState();
    session.query = m_parts.query.text();
    session.simulate.knobs = knobsLine(m_parts.whatIf.knobs());
    session.simulate.source = m_parts.whatIf.chosenSource();
    session.simulate.whatIfs = m_parts.whatIf.kept().kept();
    for (const QString& name : m_parts.settings.knobSetNames())
        session.simulate.kept.insert(name, m_parts.settings.knobSet(name));
    return session;
}

void WindowSession::forget()
{
    m_simulated.reset();
    m_finding.clear();
    m_parts.whatIf.kept().setKept({});
}

void WindowSession::apply(const Session& session)
{
    Workspace& workspace = m_parts.workspace;
    const QSize most = m_parts.window.screen()->availableSize().expandedTo(m_parts.window.size());
    if (session.window.size.isValid() && !m_parts.window.isMaximized() && !m_parts.window.isFullScreen())
        m_parts.window.resize(session.window.size.boundedTo(most));
    m_parts.restoreLayout(session.window.docks);
    const QStringList known = m_parts.settings.knobSetNames();
    for (auto set = session.simulate.kept.begin(); set != session.simulate.kept.end(); ++set) {
        if (!known.contains(set.key()))
            m_parts.settings.setKnobSet(set.key(), set.value());
    }
    m_parts.whatIf.kept().setKept(session.simulate.whatIfs);
    workspace.document.notes().setNotes(session.notes);
    if (!session.query.isEmpty())
        m_parts.query.setText(session.query);
    applyView(session, workspace);
    applyRows(session, m_parts.workspace, m_parts.timeline.plot().rows(), m_parts.timeline.plot().look());
    const Result<Knobs> knobs = knobsFromLine(session.simulate.knobs);
    if (!knobs)
        emit noticed(messageText(knobs.error().message));
    const bool isSimulated = !session.simulate.knobs.empty() || !session.simulate.source.isEmpty()
        || session.simulate.timeline != QLatin1String("opened") || !workspace.document.openedRun()
        || !(m_parts.whatIf.knobs() == Knobs()) || !m_parts.whatIf.chosenSource().isEmpty(); // of what was open before
    m_simulated.reset();
    if (isSimulated && knobs) {
        m_simulated = session;
        m_parts.whatIf.restore(*knobs, session.simulate.source);
    }
    m_finding = session.view.finding;
    markFinding();
    // Again once sizes have settled, since the scroll position depends on them.
    QTimer::singleShot(0, this, [this, session] {
        if (!m_simulated)
            applyPlace(session.view, m_parts.workspace);
        m_parts.timeline.plot().rows().setScroll(session.rows.scroll);
        emit applied();
    });
}

/// The saved simulated run exists: now its timeline can be restored.
void WindowSession::applySimulation()
{
    const ShownSimulationPtr& simulation = m_parts.workspace.document.simulation();
    if (!m_simulated || !simulation || knobsLine(simulation->knobs) != m_simulated->simulate.knobs)
        return;
    const Session session = *std::exchange(m_simulated, std::nullopt);
    Workspace& workspace = m_parts.workspace;
    workspace.document.setTimeline(timelineOf(session));
    if (workspace.document.timeline() == Document::Timeline::Both && !session.window.timelines.isEmpty())
        m_parts.timelines.restoreState(session.window.timelines);
    applyRows(session, m_parts.workspace, m_parts.timeline.plot().rows(), m_parts.timeline.plot().look());
    applyPlace(session.view, workspace);
    QTimer::singleShot(0, this, [this, scroll = session.rows.scroll] {
        m_parts.timeline.plot().rows().setScroll(scroll);
        emit applied();
    });
}

void WindowSession::markFinding()
{
    const FindingsPtr& findings = m_parts.workspace.diagnosis.findings();
    if (m_finding.isEmpty() || !findings)
        return;
    for (size_t i = 0; i < findings->list.size(); ++i) {
        if (toText(findings->list[i].id) == m_finding)
            m_parts.workspace.diagnosis.markFinding(int(i));
    }
    m_finding.clear();
}

} // namespace bubblescope
