// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "findingmodel.h"
#include "openedfolder.h"

#include <QTimer>

#include <atomic>
#include <functional>

namespace bubblescope {

class Workspace;

/// Looks for findings on a thread.
class FindingsJob : public BackgroundJob {
    Q_OBJECT
public:
    using Find = std::function<Findings(const ProgressFn& progress)>;
    FindingsJob(Find find, QObject* parent = nullptr);
    ~FindingsJob() override { stopAndWait(); }
    void stop() override { m_stops = true; }

signals:
    void found(const bubblescope::FindingsPtr& findings);

private:
    std::atomic<bool> m_stops {false};
};

/// Keeps the workspace's findings up to date: of the run and step that are shown, measured or simulated, else of the
/// table, workload or log. GUI thread only.
class FindingsControl : public QObject {
    Q_OBJECT
public:
    explicit FindingsControl(Workspace& workspace, QObject* parent = nullptr);
    ~FindingsControl() override;

signals:
    /// The workspace has the findings of what is shown.
    void findingsReady();

private:
    void look();
    FindingsJob::Find question() const;

    Workspace& m_workspace;
    std::unique_ptr<FindingsJob> m_job;
    RetiredJobs m_retired;
    QTimer m_pause; ///< while a knob moves nobody reads findings
};

} // namespace bubblescope
