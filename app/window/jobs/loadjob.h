// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "folderloader.h"

namespace bubblescope {

/// A FolderLoader as a job. After it has delivered the folder, its thread continues to write the cache; cancelling ends
/// that, too.
class LoadJob : public BackgroundJob {
    Q_OBJECT
public:
    /// The callbacks of `load` are replaced.
    explicit LoadJob(FolderLoad load, QObject* parent = nullptr);

    void start();
    LoadProgress loadProgress() const;

signals:
    void progressChanged();
    /// Part of the folder, before all of it is ready.
    void partReady(bubblescope::OpenedFolderPtr part);
    /// Null if the load was cancelled or failed (after failed()). The receiver may retire the job.
    void finished(bubblescope::OpenedFolderPtr opened);

private:
    struct Shared;
    static void read(FolderLoad load, const std::shared_ptr<Shared>& shared, LoadJob* self, const JobThread& thread);
    void finish(const OpenedFolderPtr& opened);

    FolderLoad m_load;
    std::shared_ptr<Shared> m_shared;
    bool m_isFinished = false;
};

} // namespace bubblescope
