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
#include <string>

namespace bubblescope {

class Workspace;

/// What is known of all ranks of a run of which not all are in memory.
struct KeptFindings {
    std::string path; ///< of its folder
    KnownAnalysis known;
};

/// Everything found about an input: its findings and, if it has a timeline, the reasons of the step.
struct FindingsResult {
    FindingsPtr findings;
    StepReasonsPtr reasons;
    std::shared_ptr<const KeptFindings> kept {};
};

/// Options for the step of the shown run that is current.
FindingOptions findingOptionsOf(const Workspace& workspace);

/// Keeps the findings and reasons of a workspace up to date: for the shown run and step, measured or simulated; for an
/// input without a timeline, the findings of the table, workload or log. GUI thread only.
class FindingsControl : public QObject {
    Q_OBJECT
public:
    explicit FindingsControl(Workspace& workspace, QObject* parent = nullptr);
    ~FindingsControl() override;
    bool isBusy() const { return m_job != nullptr || m_pause.isActive(); }
    /// Stops the analysis; look() starts it again.
    void stop();
    void look();

signals:
    void progressed(double share); ///< 0 .. 1, if it takes long enough to be noticed
    /// The workspace has the findings of what is shown.
    void findingsReady();

private:
    using Find = std::function<FindingsResult(const ProgressFn& progress)>;
    Find question() const;
    bool hasOnlySomeRanks() const;
    void lookLater();
    bool takeKept();
    void take(const FindingsResult& found);

    Workspace& m_workspace;
    std::shared_ptr<const KeptFindings> m_kept; ///< until all ranks were looked at
    int m_mark = -1; ///< the finding that the user is at
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
    QElapsedTimer m_begun;
    QTimer m_pause; ///< no analysis while a knob is being moved
};

} // namespace bubblescope
