// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderloader.h"

#include <QFutureWatcher>
#include <QObject>

#include <atomic>
#include <memory>
#include <mutex>

class QThread;

namespace bubblescope {

/// A FolderLoader on a thread of its own, told about in the thread that made it. Destroying it cancels the load and
/// waits for the thread.
class LoadJob : public QObject {
    Q_OBJECT
public:
    /// The callbacks of `load` are replaced; its cache must outlive the job.
    LoadJob(FolderLoad load, int number, QObject* parent = nullptr);
    ~LoadJob() override;

    void start();
    /// Returns at once; finished() still comes, later, with null.
    void cancel();
    /// Tells late results of an earlier job from those of the present one.
    int number() const { return m_number; }
    LoadProgress progress() const;
    /// Its thread has ended: destroying it will not wait.
    bool isOver() const;

signals:
    void progressChanged();
    /// Part of the folder, before all of it is ready.
    void partReady(bubblescope::OpenedFolderPtr part);
    /// Null if it was cancelled. The job may be deleted from here.
    void finished(bubblescope::OpenedFolderPtr opened);

private:
    /// What both threads see.
    struct Shared {
        std::mutex mutex;
        LoadProgress progress;
        std::atomic<bool> isComplete {false}; ///< the last result is the whole folder
    };

    FolderLoad m_load;
    int m_number;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    QFutureWatcher<OpenedFolderPtr> m_watcher;
    std::unique_ptr<QThread> m_thread;
};

} // namespace bubblescope
