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

/// Notices when files of a run change on disk, or come and go in its folder. GUI thread only.
class FolderWatch : public QObject {
    Q_OBJECT
public:
    explicit FolderWatch(QObject* parent = nullptr);

    /// From now on these paths and, of a single folder, the files that were read in it; none ends it. A file that was
    /// replaced is watched no longer, so this is to be called again after every change.
    void watch(const QStringList& paths, const RunFolder* folder);

signals:
    void changed(); ///< once writing has paused

private:
    QStringList listing(const QString& folder) const;

    QFileSystemWatcher* m_watcher;
    QTimer m_delay;
    QHash<QString, QStringList> m_listings; ///< of watched folders, without sessions
};

} // namespace bubblescope
