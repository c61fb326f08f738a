// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "findingmodel.h"
#include "openedfolder.h"
#include "stepreasons.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <memory>

namespace bubblescope {

class Workspace;

/// What there is to know of an input: its findings, and the reasons of the step where it has a timeline.
struct FindingsResult {
    FindingsPtr findings;
    StepReasonsPtr reasons;
};

/// Which step of the run that is shown is looked at.
FindingOptions findingOptionsOf(const Workspace& workspace);

/// Keeps a workspace's findings and reasons up to date: of the run and step that are shown, measured or simulated; the
/// findings of an input without a timeline are those of the table, workload or log. GUI thread only.
class FindingsControl : public QObject {
    Q_OBJECT
public:
    explicit FindingsControl(Workspace& workspace, QObject* parent = nullptr);
    ~FindingsControl() override;
    bool isBusy() const { return m_job != nullptr || m_pause.isActive(); }
    /// Gives up what is being looked for; look() begins anew.
    void stop();
    void look();

signals:
    void progressed(double share); ///< 0 .. 1, once it takes long enough to be read
    /// The workspace has the findings of what is shown.
    void findingsReady();

private:
    using Find = std::function<FindingsResult(const ProgressFn& progress)>;
    Find question() const;
    void take(const FindingsResult& found);

    Workspace& m_workspace;
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
    QElapsedTimer m_begun;
    QTimer m_pause; ///< while a knob moves nobody reads findings
};

} // namespace bubblescope
