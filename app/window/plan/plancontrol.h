// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "hardware.h"
#include "jobdescription.h"
#include "knobs.h"
#include "planstate.h"
#include "planview.h"
#include "runsearch.h"
#include "simulationsource.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>

namespace bubblescope {

class DescribeDialog;
class WhatIfControl;
class Workspace;

/// Connects the Plan panel with what is open: which described job is planned, the search on a thread, a chosen
/// combination as a what-if, flags on the clipboard, files, and the dialog that describes a run. GUI thread only.
class PlanControl : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    PlanControl(
        Workspace& workspace, PlanState& state, PlanView& view, WhatIfControl& whatIf, QObject* parent = nullptr);
    ~PlanControl() override;

    bool isBusy() const { return m_job != nullptr || m_nowJob != nullptr; }
    /// Shows the dialog; what it describes is asked to be opened.
    void describe();
    DescribeDialog* dialog() const;
    /// Writes plot or combinations to a file; false if that failed, which refused() reports.
    bool write(PlanView::FileKind kind, const QString& path);
    /// Where to write; tests answer instead of a dialog.
    std::function<QString(const QString& suggestion, const QString& filter)> askPath;

signals:
    void openRequested(const QString& path);
    void written(const QString& path);
    void copied(const QString& what); ///< to the clipboard
    void noticed(const QString& sentence);
    void refused(const QString& sentence);

private:
    void changeFolder();
    /// Plans one of the described jobs, or any other input that can be simulated; nothing for none.
    void takeInput(std::optional<SimulationSource> input);
    std::optional<PlanSubject> subjectOfRun(const SimulationSource& input) const;
    /// A log that states its job and measured it is planned as that job; nothing for other inputs.
    std::optional<PlanSubject> subjectOfLog(const SimulationSource& input);
    /// The hardware that is chosen, as knobs on a log state it.
    Knobs chosenMachine() const;
    bool isOfUnnamedGpus() const; ///< a measured log that does not say what it ran on
    /// On a thread: the job with the factors that make its step take what its log measured.
    using Calibrate = std::function<JobDescription(JobDescription job)>;
    Calibrate calibratedByLog() const;
    using Search = std::function<Result<PlanAnswer>(const JobThread& thread)>;
    Search searchOfJob(const PlanSpace& space);
    Search searchOfRun(const PlanSpace& space);
    std::optional<PlanSubject> subjectOf(const JobDescription& job, const PlanCalibration& calibration = {}) const;
    void simulateNow();
    void takeWishes();
    void begin();
    void cancel();
    void stop();
    void takeAnswer(PlanAnswer answer);
    void tryCandidate(const PlanCandidate& candidate);
    void fillIn(const PlanCandidate& candidate);
    void copyFlags(int framework);
    void askFile(PlanView::FileKind kind);
    QByteArray contents(PlanView::FileKind kind) const;

    Workspace& m_workspace;
    PlanState& m_state;
    PlanView& m_view;
    WhatIfControl& m_whatIf;
    HardwareCatalog m_catalog;
    Hardware m_hardware; ///< that is chosen, or assumed
    QString m_hardwareKey;
    Hardware m_planned;                      ///< that the subject is planned on
    bool m_isOfLog = false;                  ///< see subjectOfLog()
    std::optional<SimulationSource> m_input; ///< that is planned
    std::optional<RunAnswer> m_runAnswer; ///< where an opened run is planned
    Hardware m_runHardware;
    bool m_isFillingIn = false;
    std::unique_ptr<BackgroundJob> m_job;
    std::unique_ptr<BackgroundJob> m_nowJob; ///< plays the job as it is
    RetiredJobs m_retired;
    QPointer<DescribeDialog> m_dialog;
};

} // namespace bubblescope
