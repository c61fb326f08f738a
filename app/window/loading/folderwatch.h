// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

class QFileSystemWatcher;

namespace bubblescope {

struct RunFolder;

/// Notices when files of a run change on disk, or are added to or removed from its folder. GUI thread only.
class FolderWatch : public QObject {
    Q_OBJECT
public:
    explicit FolderWatch(QObject* parent = nullptr);

    /// Watches these paths and, for a single folder, the files that were read in it; an empty list stops that. Files
    /// that were replaced are no longer watched, so call this again after every change.
    void watch(const QStringList& paths, const RunFolder* folder);

signals:
    void changed(); ///< emitted once writing has paused

private:
    QStringList listing(const QString& folder) const;

    QFileSystemWatcher* m_watcher;
    QTimer m_delay;
    QHash<QString, QStringList> m_listings; ///< file names in watched folders, without sessions
};

} // namespace bubblescope
