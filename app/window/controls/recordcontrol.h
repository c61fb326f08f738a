// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "details.h"
#include "sourcerecord.h"

#include <QDateTime>
#include <QString>

#include <memory>

namespace bubblescope {

class DetailsPanel;
class Workspace;

/// Adds the selected span's record to its details, as it stands in the file: text and number of the line. Says so where
/// the file changed since it was opened, or is gone. GUI thread only.
class RecordControl : public QObject {
    Q_OBJECT
public:
    RecordControl(Workspace& workspace, DetailsPanel& details, QObject* parent = nullptr);
    ~RecordControl() override;
    /// What the user opened; names of a run's files are relative to it.
    void setPaths(const QStringList& paths);

private:
    void look();
    void show(SpanId span, bool hasChanged, const Result<SourceRecord>& record);

    Workspace& m_workspace;
    DetailsPanel& m_details;
    QStringList m_paths;
    QDateTime m_opened;
    std::unique_ptr<BackgroundJob> m_job; ///< the record may lie far into a large or packed file
    RetiredJobs m_retired;
    QTimer m_pause; ///< while somebody walks from span to span nobody reads
};

/// Where a file of the run lies on disk; empty where it is not there, or several could be meant.
QString filePathOf(const QStringList& openedPaths, const QString& nameInRun);

} // namespace bubblescope
