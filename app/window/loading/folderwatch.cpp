// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderwatch.h"

#include "folderwalk.h"
#include "formatting.h"
#include "run.h"

#include <QDir>
#include <QFileInfo>
#include <QFileSystemWatcher>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
/// A run with thousands of ranks would exhaust the system's watches; watching its folders is enough.
constexpr qsizetype watchedFiles = 256;
} // namespace

FolderWatch::FolderWatch(QObject* parent) : QObject(parent), m_watcher(new QFileSystemWatcher(this))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(700);
    connect(&m_delay, &QTimer::timeout, this, &FolderWatch::changed);
    connect(m_watcher, &QFileSystemWatcher::fileChanged, &m_delay, qOverload<>(&QTimer::start));
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, [this](const QString& folder) {
        if (listing(folder) != m_listings.value(folder))
            m_delay.start();
    });
}

void FolderWatch::watch(const QStringList& paths, const RunFolder* folder)
{
    m_listings.clear();
    const QStringList old = m_watcher->files() + m_watcher->directories();
    if (!old.isEmpty())
        m_watcher->removePaths(old);
    if (paths.isEmpty())
        return;
    QStringList watched = paths;
    if (folder && paths.size() == 1) {
        const QDir root(paths.front());
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
        watchAll(folder->jobs);
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

/// Names in a folder, without files saved next to a run, which do not change it.
QStringList FolderWatch::listing(const QString& folder) const
{
    QStringList names = QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    names.removeIf([](const QString& name) { return !isPartOfRun(name.toStdString()); });
    return names;
}

} // namespace bubblescope
