// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "folderwalk.h"
#include "formatting.h"
#include "ganttview.h"
#include "loadbar.h"
#include "messagebar.h"
#include "notices.h"
#include "recordcontrol.h"
#include "samplerun.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "tabletexts.h"
#include "whatifcontrol.h"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QFileSystemWatcher>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
/// A run of thousands of ranks would use up the system's watches; its folders tell enough.
constexpr qsizetype watchedFiles = 256;
} // namespace

void MainWindow::open(const QStringList& paths)
{
    if (paths.size() == 1 && isSessionFile(paths.front())) {
        m_session->open(QFileInfo(paths.front()).absoluteFilePath());
        updateRecent();
        if (!isLoading() && !m_workspace->document.folder())
            emit nothingOpened(m_told->text());
        return;
    }
    QStringList absolute;
    FolderLoad load;
    for (const QString& path : paths) {
        absolute += QFileInfo(path).absoluteFilePath();
        load.paths.push_back(absolute.back().toStdString());
    }
    if (absolute.isEmpty())
        return;
    load.slice = m_slice;
    m_opensOnFinding = false;
    m_isReload = absolute == m_paths && m_workspace->document.folder() != nullptr;
    start(std::move(load), absolute);
}

void MainWindow::openMade(std::function<Result<RunFolder>()> make)
{
    FolderLoad load;
    load.make = std::move(make);
    m_opensOnFinding = true;
    m_isReload = false;
    start(std::move(load), {});
}

void MainWindow::openDemo()
{
    openMade([] { return makeSampleFolder(demoOptions()); });
}

void MainWindow::reload()
{
    m_changed->clear();
    if (!m_paths.isEmpty())
        open(QStringList(m_paths));
}

void MainWindow::start(FolderLoad load, const QStringList& paths)
{
    m_retired.take(std::move(m_job));
    m_loadingPaths = paths;
    m_hasPart = false;
    load.cache = m_cache;
    m_job = std::make_unique<LoadJob>(std::move(load));
    LoadJob* job = m_job.get();
    m_jobNumber = job->number();
    connect(job, &LoadJob::progressChanged, this, [this, job] {
        if (job->number() == m_jobNumber)
            m_loadBar->setProgress(job->loadProgress());
    });
    connect(job, &LoadJob::partReady, this, [this, job](const OpenedFolderPtr& part) { takePart(*job, part); });
    connect(job, &LoadJob::finished, this, [this, job](const OpenedFolderPtr& opened) { takeResult(*job, opened); });
    connect(job, &LoadJob::failed, this, [this](const Error& error) {
        m_told->tell(MessageBar::Tone::Warning,
            tr("Nothing was opened. %1 %2").arg(messageText(error.message), messageText(error.advice)));
    });
    m_loadBar->setProgress({});
    m_loadBarDelay.start();
    job->start();
    updateActions();
}

void MainWindow::takePart(LoadJob& job, const OpenedFolderPtr& part)
{
    // A reload keeps what is shown until all is there: parts would make runs vanish and come back.
    if (job.number() != m_jobNumber || m_isReload)
        return;
    if (m_hasPart) {
        updateOpened(part);
    } else {
        m_paths = m_loadingPaths; // now, not at the end: when cancelled, the parts stay
        m_records->setPaths(m_paths);
        m_session->leave(m_paths);
        m_workspace->document.setFolder(part);
        raiseFittingPanel();
    }
    m_hasPart = true;
}

/// More of what is open, or the same read again: knobs and what they are about stay, as the view does.
void MainWindow::updateOpened(OpenedFolderPtr opened)
{
    const Knobs knobs = m_control->knobs();
    const QString source = m_control->chosenSource();
    m_workspace->document.updateFolder(std::move(opened));
    if (!(knobs == Knobs()) || !source.isEmpty())
        m_control->restore(knobs, source);
}

void MainWindow::takeResult(LoadJob& job, const OpenedFolderPtr& opened)
{
    if (job.number() != m_jobNumber)
        return;
    m_retired.letEnd(std::move(m_job));
    m_loadBarDelay.stop();
    m_loadBar->setVisible(false);
    if (!opened) {
        if (std::exchange(m_hasPart, false))
            watchFiles();
        updateActions();
        emit nothingOpened(m_told->text());
        return;
    }
    m_paths = m_loadingPaths;
    m_records->setPaths(m_paths);
    if (!m_paths.isEmpty() && !opened->folder.isEmpty()) {
        m_settings.addRecent(m_paths);
        updateRecent();
    }
    show(opened);
    watchFiles();
}

/// Many steps side by side say little: a run of several opens on its second, the first being a warmup.
void MainWindow::showOneStep()
{
    constexpr size_t enoughSteps = 3;
    const TracePtr trace = m_workspace->document.trace();
    if (trace && trace->steps().size() >= enoughSteps && !m_workspace->window.step())
        m_workspace->window.setStep(trace->steps()[1].number);
}

/// A folder opens on the list of what costs most in it, unless somebody chose another panel meanwhile; the built-in run
/// on the first of them.
void MainWindow::showTopFinding()
{
    const bool goesThere = std::exchange(m_opensOnFinding, false);
    const QDockWidget* fitting = std::exchange(m_fittingPanel, nullptr);
    const FindingsPtr findings = m_workspace->diagnosis.findings();
    if (!findings || findings->list.empty() || findings->list.front().kind == Finding::Kind::Caveat)
        return;
    if (goesThere || (fitting && !fitting->visibleRegion().isEmpty()))
        dock(QStringLiteral("findings"))->raise();
    if (goesThere)
        m_workspace->diagnosis.goToFinding(0);
}

/// A folder opens on what it can fill.
void MainWindow::raiseFittingPanel()
{
    const RunFolder* folder = m_workspace->document.folder();
    if (!folder)
        return;
    const char* name = !folder->layerTables.empty() || !folder->workloads.empty()                    ? "layers"
        : !folder->runLogs.empty() && folder->runs.empty() && folder->runLogs.front().blocks.empty() ? "loss"
        : !folder->runLogs.empty() || !folder->runs.empty()                                          ? "stages"
                                                                                                     : "issues";
    m_fittingPanel = dock(QString::fromLatin1(name));
    if (!m_fittingPanel->isHidden())
        m_fittingPanel->raise();
}

void MainWindow::show(OpenedFolderPtr opened)
{
    const bool isNew = !m_isReload && !m_hasPart;
    m_changed->clear();
    if (isNew)
        m_told->clear();
    const bool opensFirst = !m_isReload;
    if (m_isReload || m_hasPart)
        updateOpened(std::move(opened));
    else {
        m_session->leave(m_paths);
        m_workspace->document.setFolder(std::move(opened));
    }
    m_isReload = false;
    m_hasPart = false;
    if (isNew)
        raiseFittingPanel();
    if (opensFirst)
        showOneStep();
    shareRoom();
    if (m_workspace->document.run()) {
        m_gantt->setFocus();
        showHintOnce();
    }
    m_session->folderComplete(m_paths);
    updateRecent();
    emit folderComplete();
    m_awaitsFrame = true;
    update();
}

/// What is saved beside a run does not change it.
QStringList MainWindow::listing(const QString& folder) const
{
    QStringList names = QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    names.removeIf([](const QString& name) { return !isPartOfRun(name.toStdString()); });
    return names;
}

void MainWindow::watchFiles()
{
    m_listings.clear();
    const QStringList old = m_watcher->files() + m_watcher->directories();
    if (!old.isEmpty())
        m_watcher->removePaths(old);
    if (m_paths.isEmpty())
        return;
    QStringList watched = m_paths;
    if (const RunFolder* folder = m_workspace->document.folder(); folder && m_paths.size() == 1) {
        const QDir root(m_paths.front());
        const auto watch = [&](const std::string& file) {
            if (watched.size() < watchedFiles)
                watched += root.absoluteFilePath(exactText(file));
        };
        const auto watchAll = [&watch](const auto& inputs) {
            for (const auto& input : inputs)
                watch(input.file);
        };
        watchAll(folder->layerTables);
        watchAll(folder->workloads);
        watchAll(folder->runLogs);
        watchAll(folder->bandwidthCurves);
        for (const Run& run : folder->runs)
            std::for_each(run.files.begin(), run.files.end(), watch);
    }
    watched.removeDuplicates();
    watched.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    for (const QString& path : std::as_const(watched)) {
        if (QFileInfo(path).isDir())
            m_listings.insert(path, listing(path));
    }
    if (!watched.isEmpty())
        m_watcher->addPaths(watched);
}

void MainWindow::showIssues()
{
    QDockWidget* panel = dock(QStringLiteral("issues"));
    panel->show();
    panel->raise();
}

void MainWindow::showHintOnce()
{
    if (m_settings.hintWasShown())
        return;
    m_hint->show(MessageBar::Tone::Notice,
        tr("Ctrl + wheel or W and S zoom at the pointer · drag selects a range of time · ? shows all keys"));
    m_settings.setHintWasShown();
}

} // namespace bubblescope
