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

/// Adds the selected span's record in its file, with text and line number, to the details. Says so if the file has
/// changed since it was opened, or is gone. GUI thread only.
class RecordControl : public QObject {
    Q_OBJECT
public:
    RecordControl(Workspace& workspace, DetailsPanel& details, QObject* parent = nullptr);
    ~RecordControl() override;
    /// The paths that the user opened; names of a run's files are relative to them.
    void setPaths(const QStringList& paths);

private:
    void look();
    void show(SpanId span, bool hasChanged, const Result<SourceRecord>& record);

    Workspace& m_workspace;
    DetailsPanel& m_details;
    QStringList m_paths;
    QDateTime m_opened;
    std::unique_ptr<BackgroundJob> m_job; ///< the record may be far into a large or compressed file
    RetiredJobs m_retired;
    QTimer m_pause; ///< no reading while the user steps through spans
};

/// Path of a run's file on disk; empty if it is not there, or if it is ambiguous.
QString filePathOf(const QStringList& openedPaths, const QString& nameInRun);

} // namespace bubblescope
