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
class RunCache;
class SessionControl;
class WhatIfControl;
class Workspace;

/// Opens folders, sessions and generated runs: starts the job, shows parts as they arrive, keeps the current content
/// until there is something new, and notices changes on disk. GUI thread only.
class LoadControl : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object; without a cache, everything is read again.
    LoadControl(Workspace& workspace, SessionControl& session, WhatIfControl& whatIf, LoadBar& bar,
        MessageStack& messages, const RunCache* cache, QObject* parent = nullptr);
    ~LoadControl() override;

    /// Starts to load a session or run; the current content stays until there is something new.
    void open(const QStringList& paths);
    /// The same, by the table of kernels that belongs to a session.
    void openBy(const QStringList& paths, KernelNamesPtr kernels);
    /// What kernels are in what is opened from now on; what is shown is read again.
    void setKernels(KernelNamesPtr kernels);
    /// That what is shown was read by.
    const KernelNamesPtr& kernels() const { return m_kernels; }
    /// Limits what is read from now on to this part (ns from the start of the run).
    void setSlice(std::optional<TimeRange> slice) { m_slice = slice; }
    /// What the user says of files that do not say it themselves, from now on.
    void setChoices(ImportChoices choices)
    {
        m_choices = std::move(choices);
        m_kernels = m_choices.kernels;
    }
    /// See FolderLoad::memory.
    void setMemory(uint64_t bytes) { m_memory = bytes; }
    /// See FolderLoad::manySpans.
    void setManySpans(uint64_t spans) { m_manySpans = spans; }
    /// Shows a folder that is generated instead of read; `make` runs on a thread.
    void openMade(std::function<Result<RunFolder>()> make);
    void openDemo();
    void reload();
    /// Reads these ranks of an index that does not fit into memory; the others may go. What is shown stays until then.
    /// False while something is being loaded.
    bool readRanks(WantedRanks wanted);
    /// Shows a folder immediately.
    void show(OpenedFolderPtr opened);
    /// Cancels a load; parts that have arrived stay.
    void cancel();
    /// The same, and says what that means for what is shown.
    void cancelByUser();
    /// Returns to the start page.
    void close();

    bool isLoading() const { return m_job != nullptr; }
    /// Of a large index, one rank of each group, with figures and findings of all of them; the rest is being read.
    bool showsEarlyPart() const { return m_showsEarlyPart; }
    /// True while something that was loaded is being written to the cache.
    bool isKeeping() const { return !m_retired.areOver(); }
    const QStringList& paths() const { return m_paths; } ///< of what is shown; empty for generated runs

signals:
    void stateChanged(); ///< loading has started or ended, or reloading became possible or impossible
    void recentChanged(); ///< a session was opened, or refused
    void pathsChanged(const QStringList& paths); ///< see paths(); before what is there is shown
    void filesOpened(const QStringList& paths);  ///< files or folders that hold something
    void begun(bool isMade);
    void newFolderComing();
    void newFolderShown(); ///< a different folder, possibly not complete yet
    void earlyPartShown(); ///< see showsEarlyPart()
    void folderShown();    ///< it is complete
    void folderComplete(); ///< and the session's state was applied
    void nothingOpened(const QString& sentence);

private:
    void start(FolderLoad load, const QStringList& paths);
    void takePart(LoadJob& job, const OpenedFolderPtr& part);
    void takeResult(LoadJob& job, const OpenedFolderPtr& opened);
    void takeRanks(const OpenedFolderPtr& opened);
    void showNew(OpenedFolderPtr opened);
    void updateOpened(OpenedFolderPtr opened);
    void showOneStep();
    void watchFiles();

    Workspace& m_workspace;
    SessionControl& m_session;
    WhatIfControl& m_whatIf;
    LoadBar& m_bar;
    MessageStack& m_messages;
    const RunCache* m_cache;
    ImportChoices m_choices;
    std::unique_ptr<LoadJob> m_job;
    RetiredJobs m_retired;
    int m_jobNumber = 0; ///< of the current load
    QStringList m_loadingPaths;
    KernelNamesPtr m_loadingKernels = m_choices.kernels;
    QStringList m_paths;
    KernelNamesPtr m_kernels = m_choices.kernels; ///< as m_paths
    QString m_refusal;                            ///< why nothing was opened
    bool m_isReload = false;
    bool m_isCancelledByUser = false;
    bool m_hasPart = false;
    bool m_showsEarlyPart = false;
    bool m_readsRanks = false; ///< of what is shown
    QTimer m_barDelay;
    FolderWatch m_watch;
    std::optional<TimeRange> m_slice;
    uint64_t m_memory = 0;
    uint64_t m_manySpans = FolderLoad {}.manySpans;
};

} // namespace bubblescope
