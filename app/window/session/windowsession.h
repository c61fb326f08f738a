// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"

#include <QObject>

#include <functional>
#include <optional>

class QMainWindow;

namespace bubblescope {

class ComparedTimelines;
class GanttView;
class QueryState;
class Settings;
class WhatIfControl;
class Workspace;

/// The state of the window as a session, and back. What a session names may not be there yet: the simulated run and the
/// marked finding follow when they are. GUI thread only.
class WindowSession : public QObject {
    Q_OBJECT
public:
    struct Parts {
        QMainWindow& window;
        std::function<QByteArray()> layout; ///< of the panels
        std::function<void(const QByteArray&)> restoreLayout;
        Workspace& workspace;
        GanttView& timeline;
        ComparedTimelines& timelines;
        WhatIfControl& whatIf;
        QueryState& query;
        Settings& settings;
        /// That what is open was read by.
        std::function<KernelNamesPtr()> kernels = [] { return KernelNames::builtin(); };
    };
    explicit WindowSession(const Parts& parts, QObject* parent = nullptr);

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

    Parts m_parts;
    std::optional<Session> m_simulated; ///< waits for its simulated run
    QString m_finding;                  ///< to be marked once findings exist
};

} // namespace bubblescope
