// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderwatch.h"
#include "loadjob.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace bubblescope {

class LoadBar;
class MessageStack;
class RecordControl;
class RunCache;
class SessionControl;
class Settings;
class WhatIfControl;
class Workspace;

/// Opens folders, sessions and what is made instead of read: starts the job, shows parts as they come, keeps what is
/// shown until there is something new, and notices when it changes on disk. GUI thread only.
class LoadControl : public QObject {
    Q_OBJECT
public:
    /// All must outlive this; a null cache reads everything anew.
    struct Parts {
        Workspace& workspace;
        SessionControl& session;
        RecordControl& records;
        WhatIfControl& whatIf;
        Settings& settings;
        LoadBar& bar;
        MessageStack& messages;
        const RunCache* cache;
    };
    explicit LoadControl(const Parts& parts, QObject* parent = nullptr);
    ~LoadControl() override;

    /// Starts to load a session or a run; what is shown now stays until there is something new.
    void open(const QStringList& paths);
    /// Of what is opened from now on only this part is read (ns from the run's start).
    void setSlice(std::optional<TimeRange> slice) { m_slice = slice; }
    /// Shows a folder that is made, not read; `make` runs on a thread.
    void openMade(std::function<Result<RunFolder>()> make);
    void openDemo();
    void reload();
    /// Shows a folder at once.
    void show(OpenedFolderPtr opened);
    /// Gives up a load; parts that came stay.
    void cancel();
    /// Back to the start page.
    void close();

    bool isLoading() const { return m_job != nullptr; }
    /// Something that was loaded is still being written to the cache.
    bool isKeeping() const { return !m_retired.areOver(); }
    const QStringList& paths() const { return m_paths; } ///< of what is shown; none for what was made

signals:
    void stateChanged(); ///< whether something is being loaded, or what can be reloaded
    void recentChanged();
    void begun(bool isMade);
    void newFolderShown(); ///< another one than before, maybe not all of it yet
    void folderShown();    ///< all of it
    void folderComplete(); ///< and what a session says about it
    void nothingOpened(const QString& sentence);

private:
    void start(FolderLoad load, const QStringList& paths);
    void takePart(LoadJob& job, const OpenedFolderPtr& part);
    void takeResult(LoadJob& job, const OpenedFolderPtr& opened);
    void showNew(OpenedFolderPtr opened);
    void updateOpened(OpenedFolderPtr opened);
    void showOneStep();
    void watchFiles();

    Parts m_parts;
    std::unique_ptr<LoadJob> m_job;
    RetiredJobs m_retired;
    int m_jobNumber = 0; ///< of the load that counts
    QStringList m_loadingPaths;
    QStringList m_paths;
    QString m_refusal; ///< why nothing was opened
    bool m_isReload = false;
    bool m_hasPart = false;
    QTimer m_barDelay;
    FolderWatch m_watch;
    std::optional<TimeRange> m_slice;
};

} // namespace bubblescope
