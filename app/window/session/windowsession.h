// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "windowframe.h"

#include <QObject>

#include <optional>

namespace bubblescope {

class ComparedTimelines;
class QueryState;
class WhatIfControl;
class Workspace;

/// The state of the window as a session, and back. What a session names may not be there yet: the simulated run and the
/// marked finding follow when they are. GUI thread only.
class WindowSession : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    WindowSession(WindowFrame frame, Workspace& workspace, ComparedTimelines& timelines, WhatIfControl& whatIf,
        QueryState& query, QObject* parent = nullptr);

    /// `paths`: what is open; empty for the demo.
    Session capture(const QStringList& paths) const;
    /// Its folder must be open.
    void apply(const Session& session);
    /// Another folder follows: what the last session still waits for, and the what-ifs that are kept, are not of it.
    void forget();

signals:
    void applied(); ///< the saved state is restored, except for what is still being computed
    void noticed(const QString& sentence);

private:
    void applySimulation();
    void markFinding();

    WindowFrame m_frame;
    Workspace& m_workspace;
    ComparedTimelines& m_timelines;
    WhatIfControl& m_whatIf;
    QueryState& m_query;
    std::optional<Session> m_simulated; ///< waits for its simulated run
    QString m_finding;                  ///< to be marked once findings exist
};

} // namespace bubblescope
