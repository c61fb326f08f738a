// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadcontrol.h"

#include "earlypart.h"
#include "loadbar.h"
#include "messagestack.h"
#include "samplefolder.h"
#include "sessioncontrol.h"
#include "tabletexts.h"
#include "typicalstep.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace bubblescope {

namespace {
/// As sessions have them: a shell adds a slash to the name of a folder, which is none of its name.
QStringList absolutePaths(const QStringList& paths)
{
    QStringList absolute;
    for (const QString& path : paths)
        absolute += QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    return absolute;
}
} // namespace

LoadControl::LoadControl(Workspace& workspace, SessionControl& session, WhatIfControl& whatIf, LoadBar& bar,
    MessageStack& messages, const RunCache* cache, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_session(session)
    , m_whatIf(whatIf)
    , m_bar(bar)
    , m_messages(messages)
    , m_cache(cache)
{
    m_barDelay.setSingleShot(true);
    m_barDelay.setInterval(150);
    connect(&m_barDelay, &QTimer::timeout, this, [this] { m_bar.setVisible(m_job != nullptr); });
    connect(&m_bar, &LoadBar::cancelRequested, this, &LoadControl::cancelByUser);
    connect(&m_session, &SessionControl::noticed, this, [this](const QString& why) { m_refusal = why; });
    connect(&m_watch, &FolderWatch::changed, this, [this] {
        m_messages.set(MessageStack::About::Changed,
            {MessageBar::Tone::Notice, tr("Files of this run changed on disk."), {}, tr("Reload"),
                [this] { reload(); }});
        watchFiles();
    });
}

LoadControl::~LoadControl() = default;

void LoadControl::open(const QStringList& paths)
{
    if (paths.size() == 1 && isSessionFile(paths.front())) {
        m_session.open(QFileInfo(paths.front()).absoluteFilePath());
        emit recentChanged();
        if (!isLoading() && !m_workspace.document.folder())
            emit nothingOpened(m_refusal);
        return;
    }
    // Read again, it stays with the table of its session.
    openBy(paths, absolutePaths(paths) == m_paths ? m_kernels : m_choices.kernels);
}

void LoadControl::openBy(const QStringList& paths, KernelNamesPtr kernels)
{
    const QStringList absolute = absolutePaths(paths);
    if (absolute.isEmpty())
        return;
    FolderLoad load;
    for (const QString& path : absolute)
        load.paths.push_back(path.toStdString());
    load.slice = m_slice;
    load.choices = m_choices;
    load.choices.kernels = kernels;
    load.memory = m_memory;
    load.manySpans = m_manySpans;
    load.readsByRank = true;
    m_isReload = absolute == m_paths && m_workspace.document.folder() != nullptr;
    emit begun(false);
    start(std::move(load), absolute);
    m_loadingKernels = std::move(kernels);
}

void LoadControl::setKernels(KernelNamesPtr kernels)
{
    m_choices.kernels = std::move(kernels);
    m_messages.withdraw(MessageStack::About::Changed);
    if (!m_paths.isEmpty())
        openBy(QStringList(m_paths), m_choices.kernels);
}

bool LoadControl::readRanks(WantedRanks wanted)
{
    if (m_job || m_paths.isEmpty())
        return false;
    FolderLoad load;
    for (const QString& path : m_paths)
        load.paths.push_back(path.toStdString());
    load.memory = m_memory;
    load.readsByRank = true;
    load.wanted = std::move(wanted);
    start(std::move(load), m_paths);
    m_readsRanks = true;
    m_barDelay.stop();
    return true;
}

void LoadControl::openMade(std::function<Result<RunFolder>()> make)
{
    FolderLoad load;
    load.make = std::move(make);
    m_isReload = false;
    emit begun(true);
    start(std::move(load), {});
}

void LoadControl::openDemo()
{
    openMade([] { return makeSampleFolder(demoOptions()); });
}

void LoadControl::reload()
{
    m_messages.withdraw(MessageStack::About::Changed);
    if (!m_paths.isEmpty())
        open(QStringList(m_paths));
}

void LoadControl::cancel()
{
    if (m_job)
        m_job->cancel();
}

void LoadControl::cancelByUser()
{
    m_isCancelledByUser = m_job != nullptr;
    cancel();
}

void LoadControl::close()
{
    cancel();
    m_session.leave();
    m_paths.clear();
    watchFiles();
    m_messages.leaveFolder();
    m_workspace.document.setFolder({});
}

void LoadControl::start(FolderLoad load, const QStringList& paths)
{
    m_retired.take(std::move(m_job));
    m_loadingPaths = paths;
    m_loadingKernels = m_kernels;
    m_hasPart = false;
    m_showsEarlyPart = false;
    m_readsRanks = false;
    m_isCancelledByUser = false;
    m_refusal.clear();
    m_messages.withdraw(MessageStack::About::Opening);
    load.cache = m_cache;
    m_job = std::make_unique<LoadJob>(std::move(load));
    LoadJob* job = m_job.get();
    m_jobNumber = job->number();
    connect(job, &LoadJob::progressChanged, this, [this, job] {
        if (job->number() == m_jobNumber)
            m_bar.setProgress(job->loadProgress());
    });
    connect(job, &LoadJob::partReady, this, [this, job](const OpenedFolderPtr& part) { takePart(*job, part); });
    connect(job, &LoadJob::finished, this, [this, job](const OpenedFolderPtr& opened) { takeResult(*job, opened); });
    connect(job, &LoadJob::failed, this, [this](const Error& error) {
        m_refusal = tr("Nothing was opened. %1 %2").arg(messageText(error.message), messageText(error.advice));
        m_messages.add(MessageStack::About::Opening, MessageBar::Tone::Warning, m_refusal);
    });
    m_bar.setProgress({});
    m_barDelay.start();
    job->start();
    emit stateChanged();
}

void LoadControl::takePart(LoadJob& job, const OpenedFolderPtr& part)
{
    // A reload shows nothing before it is complete: with parts, runs would disappear and return.
    if (job.number() != m_jobNumber || m_isReload)
        return;
    if (m_hasPart) {
        updateOpened(part);
    } else {
        m_kernels = m_loadingKernels;
        m_paths = m_loadingPaths; // now and not at the end: when cancelled, the parts stay
        emit pathsChanged(m_paths);
        showNew(part);
    }
    const int run = m_workspace.document.runIndex();
    m_hasPart = true;
    if (run < 0 || !isEarlyPart(part->folder, size_t(run), part->summaries))
        return;
    showOneStep(); // an index knows the steps of all ranks: what is shown need not change when the rest comes
    m_showsEarlyPart = true;
    emit earlyPartShown();
}

void LoadControl::takeResult(LoadJob& job, const OpenedFolderPtr& opened)
{
    if (job.number() != m_jobNumber)
        return;
    m_retired.letEnd(std::move(m_job));
    m_showsEarlyPart = false;
    m_barDelay.stop();
    m_bar.setVisible(false);
    if (std::exchange(m_readsRanks, false)) {
        takeRanks(opened);
        return;
    }
    if (!opened) {
        if (std::exchange(m_isCancelledByUser, false)) {
            m_messages.add(MessageStack::About::Opening, MessageBar::Tone::Notice,
                m_hasPart ? tr("Loading was cancelled: what was read by then is shown. Reload reads all of it.")
                          : tr("Loading was cancelled: nothing was opened."));
        }
        if (std::exchange(m_hasPart, false))
            watchFiles();
        emit stateChanged();
        emit nothingOpened(m_refusal);
        return;
    }
    m_paths = m_loadingPaths;
    m_kernels = m_loadingKernels;
    emit pathsChanged(m_paths);
    if (!m_paths.isEmpty() && !opened->folder.isEmpty())
        emit filesOpened(m_paths);
    show(opened);
    watchFiles();
}

/// What is shown stays where the index has gone bad since.
void LoadControl::takeRanks(const OpenedFolderPtr& opened)
{
    if (opened && !opened->folder.runs.empty()) {
        updateOpened(opened);
    } else if (opened && !opened->folder.report.issues().empty()) {
        m_messages.add(MessageStack::About::Opening, MessageBar::Tone::Warning,
            tr("More ranks cannot be read. %1")
                .arg(messageText(opened->folder.report.issues().front().first.front().message)));
    }
    emit stateChanged();
}

void LoadControl::show(OpenedFolderPtr opened)
{
    m_messages.withdraw(MessageStack::About::Changed);
    const bool opensFirst = !m_isReload;
    if (m_isReload || m_hasPart)
        updateOpened(std::move(opened));
    else
        showNew(std::move(opened));
    m_isReload = false;
    m_hasPart = false;
    if (opensFirst)
        showOneStep();
    emit folderShown();
    m_session.folderComplete(m_paths);
    emit folderComplete();
}

/// Drops everything that was about the previous folder.
void LoadControl::showNew(OpenedFolderPtr opened)
{
    m_messages.leaveFolder();
    m_session.leave(m_paths);
    emit newFolderComing();
    m_workspace.document.setFolder(std::move(opened));
    emit newFolderShown();
}

/// More of the same folder, or the same reread: keeps knobs and their input, just as the view does.
void LoadControl::updateOpened(OpenedFolderPtr opened)
{
    const Knobs knobs = m_whatIf.knobs();
    const QString source = m_whatIf.chosenSource();
    m_workspace.document.updateFolder(std::move(opened));
    if (!(knobs == Knobs()) || !source.isEmpty())
        m_whatIf.restore(knobs, source);
}

/// Many steps side by side show little: a run with several opens at its representative step.
void LoadControl::showOneStep()
{
    constexpr size_t enoughSteps = 3;
    const TracePtr trace = m_workspace.document.trace();
    if (trace && trace->steps().size() >= enoughSteps && !m_workspace.window.step())
        m_workspace.window.setStep(trace->steps()[size_t(typicalStep(*trace))].number);
}

void LoadControl::watchFiles() { m_watch.watch(m_paths, m_workspace.document.folder()); }

} // namespace bubblescope
