// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowsession.h"

#include "comparedtimelines.h"
#include "formatting.h"
#include "ganttview.h"
#include "notebook.h"
#include "querystate.h"
#include "sessionview.h"
#include "tabletexts.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QTimer>

#include <utility>

namespace bubblescope {

WindowSession::WindowSession(WindowFrame frame, Workspace& workspace, ComparedTimelines& timelines,
    WhatIfControl& whatIf, QueryState& query, QObject* parent)
    : QObject(parent)
    , m_frame(std::move(frame))
    , m_workspace(workspace)
    , m_timelines(timelines)
    , m_whatIf(whatIf)
    , m_query(query)
{
    // Queued: the sender may still choose a timeline after setting the simulated run.
    connect(&m_workspace.document, &Document::simulationChanged, this, &WindowSession::applySimulation,
        Qt::QueuedConnection);
    connect(
        &m_workspace.diagnosis, &Diagnosis::findingsChanged, this, &WindowSession::markFinding, Qt::QueuedConnection);
}

Session WindowSession::capture(const QStringList& paths) const
{
    Session session;
    session.paths = paths;
    session.isDemo = paths.isEmpty();
    const TimelinePlot& plot = m_timelines.upper().plot();
    captureView(session, m_workspace, plot.rows(), plot.look());
    m_frame.capture(session.window);
    session.window.timelines = m_timelines.saveState();
    session.query = m_query.text();
    session.simulate.knobs = knobsLine(m_whatIf.knobs());
    session.simulate.source = m_whatIf.chosenSource();
    session.simulate.whatIfs = m_whatIf.kept().kept();
    session.simulate.kept = m_whatIf.presets().sets();
    return session;
}

void WindowSession::forget()
{
    m_simulated.reset();
    m_finding.clear();
    m_whatIf.kept().setKept({});
}

void WindowSession::apply(const Session& session)
{
    m_frame.restore(session.window);
    m_whatIf.presets().addSets(session.simulate.kept);
    m_whatIf.kept().setKept(session.simulate.whatIfs);
    m_workspace.document.notes().setNotes(session.notes);
    if (!session.query.isEmpty())
        m_query.setText(session.query);
    applyView(session, m_workspace);
    applyRows(session, m_workspace, m_timelines.upper().plot().rows(), m_timelines.upper().plot().look());
    const Result<Knobs> knobs = knobsFromLine(session.simulate.knobs);
    if (!knobs)
        emit noticed(messageText(knobs.error().message));
    const bool isSimulated = !session.simulate.knobs.empty() || !session.simulate.source.isEmpty()
        || session.simulate.timeline != QLatin1String("opened") || !m_workspace.document.openedRun()
        || !(m_whatIf.knobs() == Knobs()) || !m_whatIf.chosenSource().isEmpty(); // of what was open before
    m_simulated.reset();
    if (isSimulated && knobs) {
        m_simulated = session;
        m_whatIf.restore(*knobs, session.simulate.source);
    }
    m_finding = session.view.finding;
    markFinding();
    // Again once sizes have settled, since the scroll position depends on them.
    QTimer::singleShot(0, this, [this, session] {
        if (!m_simulated)
            applyPlace(session.view, m_workspace);
        m_timelines.upper().plot().rows().setScroll(session.rows.scroll);
        emit applied();
    });
}

/// The saved simulated run exists: now its timeline can be restored.
void WindowSession::applySimulation()
{
    const ShownSimulationPtr& simulation = m_workspace.document.simulation();
    if (!m_simulated || !simulation || knobsLine(simulation->knobs) != m_simulated->simulate.knobs)
        return;
    const Session session = *std::exchange(m_simulated, std::nullopt);
    m_workspace.document.setTimeline(timelineOf(session));
    if (m_workspace.document.timeline() == Document::Timeline::Both && !session.window.timelines.isEmpty())
        m_timelines.restoreState(session.window.timelines);
    applyRows(session, m_workspace, m_timelines.upper().plot().rows(), m_timelines.upper().plot().look());
    applyPlace(session.view, m_workspace);
    QTimer::singleShot(0, this, [this, scroll = session.rows.scroll] {
        m_timelines.upper().plot().rows().setScroll(scroll);
        emit applied();
    });
}

void WindowSession::markFinding()
{
    const FindingsPtr& findings = m_workspace.diagnosis.findings();
    if (m_finding.isEmpty() || !findings)
        return;
    for (size_t i = 0; i < findings->list.size(); ++i) {
        if (toText(findings->list[i].id) == m_finding)
            m_workspace.diagnosis.markFinding(int(i));
    }
    m_finding.clear();
}

} // namespace bubblescope
